import { type Rule, perFile } from './rule.ts';

const fileLinesMax = 300;
const lineCharsMax = 100;

/** SQL written by hand: linter and formatter bound TypeScript, and a schema dump is generated. */
const isHandWritten = (path: string): boolean =>
  path.endsWith('.sql') && !/^services\/[^/]+\/schema\.sql$/.test(path);

export const shortFiles: Rule = perFile(
  `SQL files have at most ${fileLinesMax} lines`,
  isHandWritten,
  ({ path, lines }) => {
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (count <= fileLinesMax) return [];
    const says = `the file has ${count} lines; find the second idea in it and give it a file`;
    return [{ path, line: fileLinesMax + 1, says }];
  },
);

export const shortLines: Rule = perFile(
  `lines of SQL have at most ${lineCharsMax} characters`,
  isHandWritten,
  ({ path, lines }) =>
    lines.flatMap((line, index) => {
      const count = line.length;
      if (count <= lineCharsMax || /https?:\/\//.test(line)) return [];
      const says = `the line has ${count} characters; break it at ${lineCharsMax}`;
      return [{ path, line: index + 1, says }];
    }),
);
