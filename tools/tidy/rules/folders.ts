import { dirname } from 'node:path';
import { isCode } from '../tree.ts';
import type { Rule } from './rule.ts';

/** What a newcomer takes in at one look at a folder. */
const filesMax = 25;

const isCounted = (path: string): boolean =>
  isCode(path) && !/\.test\.tsx?$|(?:^|\/)test\//.test(path);

export const roomyFolders: Rule = {
  title: `a folder has at most ${filesMax} files of code, beside tests`,
  check: (tree) => {
    const files = tree.filter(({ path }) => isCounted(path));
    const folders = Map.groupBy(files, ({ path }) => dirname(path));
    return [...folders]
      .filter(([, inside]) => inside.length > filesMax)
      .map(([path, { length }]) => {
        return {
          path,
          line: 1,
          says: `${length} files side by side; give them folders by subject`,
        };
      });
  },
};
