import type { Finding } from '../finding.ts';
import { skipper, sleepers } from '../allowed.ts';
import { isCode, isTest, lineAt, type Source } from '../tree.ts';
import { eachMatch, perFile, type Rule } from './rule.ts';

const isTestCode = (path: string): boolean =>
  isCode(path) && (isTest(path) || path.startsWith('libs/test-kit/'));

const unrun = /\b(?:describe|it|test|suite|bench)\s*\.\s*(only|skip|todo|skipIf|runIf|fails)\b/g;

export const allTestsRun: Rule = perFile(
  'every test runs, always',
  (path) => isTestCode(path) && path !== skipper.path,
  (file) =>
    eachMatch(
      file,
      'code',
      unrun,
      ([, word = '']) =>
        `.${word}( makes a test that does not always run; fix it or delete it, or say what it needs by itEach`,
    ),
);

const sleep = new RegExp(
  [
    // A promise whose only content is a timer.
    String.raw`setTimeout\(\s*(?:resolve|done|ok|r|res)\s*,`,
    String.raw`\b(?:sleep|delay|pause)(?:Ms|For)?\(\s*[\d_]+`,
    String.raw`\bsetTimeout\(\s*[\d_]+\s*\)`,
    String.raw`\bAtomics\.wait\(`,
  ].join('|'),
  'g',
);

export const noSleeps: Rule = perFile(
  'tests wait for signals and do not sleep',
  (path) => isTestCode(path) && !sleepers.some((sleeper) => sleeper.path === path),
  (file) => [
    ...eachMatch(file, 'code', sleep, () => sleepAdvice),
    ...eachMatch(file, 'uncommented', /from ['"]node:timers\/promises['"]/g, () => sleepAdvice),
  ],
);

const sleepAdvice =
  'sleeping makes a test slow or flaky; wait for the signal, or list it in tools/tidy/allowed.ts';

const titled = /\b(describe|it|test)(?:\.(?:concurrent|sequential))?\(\s*(['"`])/g;

export const distinctTitles: Rule = perFile(
  'tests of one describe have different titles',
  (path) => isCode(path) && path.endsWith('.test.ts'),
  duplicateTitles,
);

function duplicateTitles(file: Source): Finding[] {
  const seen = new Map<string, number>();
  const open: { readonly title: string; readonly end: number }[] = [];
  return [...file.code.matchAll(titled)].flatMap((match): Finding[] => {
    while ((open.at(-1)?.end ?? Infinity) < match.index) open.pop();
    const title = titleAfter(file, match.index + match[0].length, match[2] ?? "'");
    const line = lineAt(file.code, match.index);
    const full = [...open.map((outer) => outer.title), title].join(' > ');
    if (match[1] === 'describe') open.push({ title, end: endOfCall(file.code, match.index) });
    const first = seen.get(full);
    seen.set(full, first ?? line);
    if (first === undefined) return [];
    const says = `"${title}" is also the title at line ${first}; say what differs`;
    return [{ path: file.path, line, says }];
  });
}

function titleAfter(file: Source, from: number, quote: string): string {
  return file.text.slice(from, file.code.indexOf(quote, from));
}

/** The offset at which the parentheses of a call close. */
function endOfCall(code: string, from: number): number {
  let depth = 0;
  for (let at = code.indexOf('(', from); at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}
