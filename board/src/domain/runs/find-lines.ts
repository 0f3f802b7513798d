/** More places than anybody goes through. */
const FOUND_MAX = 10_000;

/** The lines that have these words, whatever their case, as positions from 0 on. */
export function findLines(lines: readonly string[], words: string): readonly number[] {
  if (words === '') return [];
  const wanted = words.toLowerCase();
  const found: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.toLowerCase().includes(wanted)) found.push(at);
    if (found.length === FOUND_MAX) break;
  }
  return found;
}

export interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** More than a line shows at once; the rest of it is not marked. */
const MARKS_MAX = 100;

/** A line in parts, of which those with the words are marked. */
export function partsOf(line: string, words: string): readonly Part[] {
  const lower = line.toLowerCase();
  const wanted = words.toLowerCase();
  // In few alphabets a letter changes its length with its case: the places would be others.
  if (wanted === '' || lower.length !== line.length) return [{ text: line, isFound: false }];
  const parts: Part[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (parts.length >= 2 * MARKS_MAX) break;
    if (at > from) parts.push({ text: line.slice(from, at), isFound: false });
    from = at + wanted.length;
    parts.push({ text: line.slice(at, from), isFound: true });
  }
  if (from < line.length || parts.length === 0)
    parts.push({ text: line.slice(from), isFound: false });
  return parts;
}
