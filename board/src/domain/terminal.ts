/** Output of programs as plain text: colours, links, titles and moves of the cursor are left out. */
import { visible } from './visible.ts';

const sequences =
  // oxlint-disable-next-line no-control-regex -- sequences of terminals begin with control characters
  /\u001B\][^\u0007\u001B]{0,4096}(?:\u0007|\u001B\\)?|\u001B\[[0-?]*[ -/]*[@-~]?|\u001B[@-Z\\-_]?/g;

export const plainOutput = (text: string): string =>
  visible(
    text
      .replaceAll('\r\n', '\n')
      // A line that is written over shows its last state.
      .replaceAll(/[^\n]*\r(?=[^\n])/g, '')
      .replaceAll(sequences, '')
      .replaceAll('\r', ''),
  );
