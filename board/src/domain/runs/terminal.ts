/** Output of programs as plain text: colours, links, titles and moves of the cursor are left out. */
import { visible } from '../visible.ts';

const sequences =
  // oxlint-disable-next-line no-control-regex -- sequences of terminals begin with control characters
  /\u001B\][^\u0007\u001B]{0,4096}(?:\u0007|\u001B\\)?|\u001B\[[0-?]*[ -/]*[@-~]?|\u001B[@-Z\\-_]?/g;

/** What a line shows that was written over. No pattern: it would read a long line once for each character. */
const lastState = (line: string): string => line.slice(line.lastIndexOf('\r', line.length - 2) + 1);

export const plainOutput = (text: string): string =>
  visible(
    text
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map(lastState)
      .join('\n')
      .replaceAll(sequences, '')
      .replaceAll('\r', ''),
  );

/**
 * Lines in blocks, each with a line feed between two lines. A long output is shown in blocks, of which a browser lays
 * out those on the screen alone.
 */
export function blocksOf(lines: readonly string[], linesOfBlock: number): readonly string[] {
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += linesOfBlock)
    blocks.push(lines.slice(at, at + linesOfBlock).join('\n'));
  return blocks;
}
