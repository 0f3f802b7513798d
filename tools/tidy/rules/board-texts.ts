import { eachMatch, perFile, type Rule } from './rule.ts';

/** Ways to say something that a translation has and a writer does not, with what to write instead. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/(?:['"`]|>\s*)What\b/g, 'name the subject'],
  [/\bof (?:an?|its|their)\b/g, 'turn the words round: "Run limits" for "Limits of a run"'],
  [/\b(?:any more|as usual|nobody who|meanwhile is|is wanted|goes on)\b/g, 'say it plainly'],
  [/\b(?:Make|Made) (?:it|the|an?)\b/g, 'create, or the verb of the heading'],
  [/(?:['"`.]|>)\s*Empty[:,]/g, 'write "Leave empty for …"'],
  [
    /\b(?:hint|label|title|word|legend|placeholder)[=:]\s*["'`][^"'`\n]*(?<![\w/])[a-z]+_[a-z]+\b/g,
    'people do not read names of the code',
  ],
];

const isOfBoard = (path: string): boolean =>
  /^board\/src\/(?:domain|pages|ui)\/.*(?<!\.test)\.tsx?$/.test(path);

export const nativeTexts: Rule = perFile(
  'texts of the board name their subject, and chain no "of"',
  isOfBoard,
  (file) =>
    patterns.flatMap(([pattern, instead]) =>
      eachMatch(file, 'uncommented', pattern, ([match]) => `${match.trim()}: ${instead}`),
    ),
);
