import type { Finding } from '../finding.ts';
import { lineAt, type Source } from '../tree.ts';

export interface Rule {
  /** A sentence that is true of a tidy tree; it is the title of the test. */
  readonly title: string;
  readonly check: (tree: readonly Source[]) => Finding[];
}

/** A rule that looks at one file at a time. */
export function perFile(
  title: string,
  applies: (path: string) => boolean,
  check: (file: Source) => Finding[],
): Rule {
  return { title, check: (tree) => tree.filter(({ path }) => applies(path)).flatMap(check) };
}

/** A finding for each match of a pattern in one of the texts of a file. */
export function eachMatch(
  file: Source,
  where: 'text' | 'code' | 'uncommented',
  pattern: RegExp,
  says: (match: RegExpExecArray) => string | undefined,
): Finding[] {
  return [...file[where].matchAll(pattern)].flatMap((match) => {
    const sentence = says(match);
    const line = lineAt(file[where], match.index);
    return sentence === undefined ? [] : [{ path: file.path, line, says: sentence }];
  });
}
