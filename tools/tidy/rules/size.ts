import { type Rule, perFile } from './rule.ts';

const fileLinesMax = 300;
const lineCharsMax = 100;

/** A dump is written by a program and read in pieces; nobody can make it shorter. */
const isHandWritten = (path: string): boolean =>
  /\.(?:m?[jt]s|sql)$/.test(path) && !/^services\/[^/]+\/schema\.sql$/.test(path);

export const shortFiles: Rule = perFile(
  `files have at most ${fileLinesMax} lines`,
  isHandWritten,
  ({ path, lines }) => {
    const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
    if (count <= fileLinesMax) return [];
    const says = `the file has ${count} lines; find the second idea in it and give it a file`;
    return [{ path, line: fileLinesMax + 1, says }];
  },
);

export const shortLines: Rule = perFile(
  `lines have at most ${lineCharsMax} characters`,
  isHandWritten,
  ({ path, lines }) =>
    lines.flatMap((line, index) => {
      const count = line.length;
      if (count <= lineCharsMax || /https?:\/\//.test(line)) return [];
      const says = `the line has ${count} characters; break it at ${lineCharsMax}`;
      return [{ path, line: index + 1, says }];
    }),
);
