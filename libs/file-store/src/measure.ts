/** Measures what streams through, and ends it where it is longer than was said. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Stored } from './file-store.ts';

export interface Measure {
  readonly through: Transform;
  /** When all has come. */
  readonly stored: () => Stored;
}

export function measure(expected: number): Measure {
  const sha256 = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      sha256.update(chunk);
      if (bytes > expected) done(new Error('more bytes came than were announced'));
      else done(null, chunk);
    },
    flush(done) {
      done(bytes < expected ? new Error('fewer bytes came than were announced') : null);
    },
  });
  return { through, stored: () => ({ bytes, sha256: sha256.digest('hex') }) };
}
