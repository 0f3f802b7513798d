/**
 * The body of a request as a stream that may be given up without the connection: the client of a failed
 * upload gets its answer, and what it still sends is read and forgotten.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { collectWhile } from './collect-while.ts';

/** A client that sends nothing for so long has gone away. */
const SILENCE_MS = 60_000;
/** Longest upload; the service that owns the files waits for two hours. */
const UPLOAD_MS = 3_600_000;

export class BrokenUpload extends Error {
  override readonly name = 'BrokenUpload';
}

export function receivedBody(request: IncomingMessage): Readable {
  const through = new PassThrough();
  const end = (why: string): void => {
    through.destroy(new BrokenUpload(why));
    request.socket.destroy();
  };
  const silence = setTimeout(() => end('the client is silent'), SILENCE_MS);
  const longest = setTimeout(() => end('the upload takes too long'), UPLOAD_MS);
  const heard = (): void => void silence.refresh();
  const closed = (): void => {
    if (!request.complete) through.destroy(new BrokenUpload('the client has gone away'));
  };
  request.socket.bodyStreams = true;
  request.on('data', heard);
  request.once('close', closed);
  request.once('error', closed);
  through.once('close', () => {
    clearTimeout(silence);
    clearTimeout(longest);
    request.socket.bodyStreams = false;
    request.off('data', heard);
    request.unpipe(through);
    request.resume();
  });
  return collectWhile(request).pipe(through);
}
