/** Streams and times of lines, as the raw output shows them. */
import type { LineSource } from '@muster/contracts';

/** How the origins of lines begin that standard error has. */
export const ERROR_MARK = '!';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `10:22:01`, as in a log: always of two digits each. */
function clockOf(at: string, timeZone: string): string {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone });
  clocks.set(timeZone, format);
  return format.format(new Date(at));
}

/**
 * For each block of lines a text of as many lines, of which each is empty or has the time at which the lines from
 * there on have come, after a mark where standard error has them. A block without any is the empty text.
 */
export function originsOf(
  sources: readonly LineSource[],
  { lines, linesOfBlock, zone }: { lines: number; linesOfBlock: number; zone: string },
): readonly string[] {
  const blocks: string[] = [];
  if (!sources.some(({ stream }) => stream)) return blocks;
  let next = 0;
  let shown: string | undefined;
  let isError = false;
  for (let first = 0; first < lines; first += linesOfBlock) {
    const origins: string[] = [];
    for (let line = first; line < Math.min(lines, first + linesOfBlock); line += 1) {
      let time = '';
      for (; (sources[next]?.line ?? Infinity) <= line; next += 1) {
        const { at, stream } = sources[next] ?? {};
        isError = stream === 'stderr';
        time = at === undefined ? '' : clockOf(at, zone);
      }
      const label = time === shown ? '' : time;
      if (time !== '') shown = time;
      origins.push(`${isError ? ERROR_MARK : ''}${label}`);
    }
    blocks.push(origins.join('\n'));
  }
  return blocks;
}
