/** Parts of an output that is stored in pieces. Positions are in bytes. */

export interface LogPiece {
  readonly start: number;
  readonly text: string;
}

export interface LogSlice {
  readonly offset: number;
  readonly bytes: Buffer;
}

/** From the offset on, or from the start of the character in which the offset is. */
export function startingAt(pieces: readonly LogPiece[], offset: number): LogSlice {
  const all = joined(pieces);
  const asked = Math.min(all.length, Math.max(0, offset - startOf(pieces)));
  let skipped = asked;
  while (isInsideCharacter(all[skipped])) skipped -= 1;
  return { offset: offset - (asked - skipped), bytes: all.subarray(skipped) };
}

/** At most so many bytes from the end of the pieces, beginning with a whole character. */
export function endOf(pieces: readonly LogPiece[], bytesMax: number): LogSlice {
  const all = joined(pieces);
  let skipped = Math.max(0, all.length - bytesMax);
  while (isInsideCharacter(all[skipped])) skipped += 1;
  return { offset: startOf(pieces) + skipped, bytes: all.subarray(skipped) };
}

const joined = (pieces: readonly LogPiece[]): Buffer =>
  Buffer.from(pieces.map(({ text }) => text).join(''));

const startOf = (pieces: readonly LogPiece[]): number => pieces[0]?.start ?? 0;

/** The second to fourth bytes of a character in UTF-8. */
const isInsideCharacter = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte < 0xc0;
