/** Lines of git's protocol, as they come: four hexadecimal digits of length, and the bytes. */

/** With its length; what a server may send in one. */
const LINE_MAX_BYTES = 65_520;
const LENGTH_BYTES = 4;

export class ProtocolError extends Error {}

/** Lines one after the other; null is the end of a section. Throws a ProtocolError for anything else. */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer | null, void> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    while (rest.length >= LENGTH_BYTES) {
      const length = lengthOf(rest);
      if (length < LENGTH_BYTES) {
        rest = rest.subarray(LENGTH_BYTES);
        yield null;
        continue;
      }
      if (rest.length < length) break;
      yield rest.subarray(LENGTH_BYTES, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new ProtocolError('The answer ends within a line');
}

function lengthOf(bytes: Buffer): number {
  const digits = bytes.toString('latin1', 0, LENGTH_BYTES);
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  // 1 to 3 end something in a newer protocol, which is not asked for.
  if (length === 0 || (length >= LENGTH_BYTES && length <= LINE_MAX_BYTES)) return length;
  throw new ProtocolError('The answer is not of a git server');
}

export const line = (text: string): string =>
  (Buffer.byteLength(text) + LENGTH_BYTES).toString(16).padStart(LENGTH_BYTES, '0') + text;
export const FLUSH = '0000';
