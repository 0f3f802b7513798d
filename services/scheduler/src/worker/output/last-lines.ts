/** The last lines of standard error: programs say there why they have failed. */

/** As much as a person reads in a list of runs. */
const LINES_MAX = 20;
/** In characters. */
export const LAST_LINES_MAX = 2_000;

/** The lines with one more of them, as far as they are kept. */
export function withLine(lines: readonly string[], line: string): readonly string[] {
  const shown = line.trimEnd().slice(-LAST_LINES_MAX);
  if (shown === '') return lines;
  const kept = [...lines, shown].slice(-LINES_MAX);
  while (kept.length > 1 && kept.join('\n').length > LAST_LINES_MAX) kept.shift();
  return kept;
}

/** The error of a run that has failed, with what standard error ended with. */
export function withLastLines(error: string | null, lines: readonly string[]): string | null {
  if (lines.length === 0) return error;
  const ended = `Standard error ended with:\n${lines.join('\n')}`;
  return error === null ? ended : `${error}\n${ended}`;
}

export function openLastLines(before: readonly string[] = []) {
  let lines = before;
  return {
    add(line: string): void {
      lines = withLine(lines, line);
    },
    lines: () => lines,
  };
}
