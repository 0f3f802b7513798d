/**
 * Collects the pieces of a file while it streams. They are outside the heap of V8, which looks for those that are
 * used no more only when there are tens of megabytes of them. A collection of the young takes about a millisecond.
 */
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections: a disk takes some ten milliseconds for as many. */
const EACH_BYTES = 4_194_304;

export function collectWhile<Stream extends Readable>(stream: Stream): Stream {
  const gc = globalThis.gc ?? exposedGc();
  let bytes = 0;
  return stream.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes < EACH_BYTES) return;
    bytes = 0;
    gc({ type: 'minor' });
  });
}

/** Of a process that was started without it. */
function exposedGc(): NonNullable<typeof globalThis.gc> {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
}
