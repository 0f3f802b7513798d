import { homelessIn } from '../../imports/floors.ts';
import { isCode, isTest } from '../tree.ts';
import { perFile } from './rule.ts';

export const housedFiles = perFile(
  'every file of code is on a floor of its building',
  (path) => isCode(path) && !isTest(path),
  ({ path }) =>
    homelessIn(path).map((building) => ({
      path,
      line: 1,
      says: `no room of ${building} has it; add it to a floor in tools/imports/floors.ts`,
    })),
);
