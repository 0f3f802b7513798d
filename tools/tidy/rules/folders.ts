import { dirname } from 'node:path';
import { isCode, isTest } from '../tree.ts';
import type { Rule } from './rule.ts';

/** What a newcomer takes in at one look at a folder. */
const filesMax = 25;

const isProduct = (path: string): boolean => /^(?:libs|services|local)\//.test(path);

export const roomyFolders: Rule = {
  title: `a folder of product code has at most ${filesMax} files`,
  check: (tree) => {
    const files = tree.filter(({ path }) => isProduct(path) && isCode(path) && !isTest(path));
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
