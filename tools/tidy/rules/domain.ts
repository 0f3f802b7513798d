import { isCode, isTest } from '../tree.ts';
import { eachMatch, perFile, type Rule } from './rule.ts';

const impure: readonly (readonly [RegExp, string])[] = [
  [/\b(?:async|await|Promise)\b/g, 'a decision waits for nothing; move the waiting to the caller'],
  [/\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/g, 'the time comes in as `now`'],
  [/\bMath\.random\b|\brandomUUID\b|\bcrypto\./g, 'ids and chance come in as arguments'],
  [/\bprocess\.|\bconsole\./g, 'the domain touches nothing outside; return it as a value'],
];

export const pureDomain: Rule = perFile(
  'the domain is pure: no waiting, no clock, no chance, no outside',
  (path) =>
    isCode(path) && !isTest(path) && /^services\/[^/]+\/src\/(?:[^/]+\/)?domain\//.test(path),
  (file) => impure.flatMap(([pattern, says]) => eachMatch(file, 'code', pattern, () => says)),
);
