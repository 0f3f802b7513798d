import { describe, expect, it } from 'vitest';
import { rules } from './rules/all.ts';
import { source } from './tree.ts';

type Example = readonly [title: string, path: string, text: string];

const found = (title: string, path: string, text: string): string[] => {
  const rule = rules.find((candidate) => candidate.title === title);
  if (rule === undefined) throw new Error(`there is no rule "${title}"`);
  const words = source('docs/glossary.md', bannedWords);
  return rule.check([words, source(path, text)]).map(({ line, says }) => `${line}: ${says}`);
};

const bannedWords = `
## Words that names do not use

| word | use instead |
| --- | --- |
| desk | context |
| flood, floods | load |
`;

const imports = (from: string): string => `import { x } from '${from}';\n`;
const names = 'exported names and file names say what the thing is';
const namesake = 'an operation or a reaction lies in a file of its name';
const domain = 'the domain is pure: no waiting, no clock, no chance, no outside';
const machines = 'no registry and no path of one machine is written down';
const sleeps = 'tests wait for signals and do not sleep';
const floors = 'every file of code is on a floor of its building';
const operations = 'files in operations/ are operations';
const links = 'links and paths in documents lead to files of the tree';
const glossary = 'names use the words of docs/glossary.md';
const everyTestRuns = 'every test runs, always';
const decided = 'every decision record has a status and is numbered';
const texts = 'texts of the board name their subject, and chain no "of"';
const indexed = 'docs/decisions/README.md lists every decision in force exactly once';
const variables = 'every environment variable is in README.md or docs/configuration.md';

const untidy: Example[] = [
  [texts, 'board/src/pages/a/a.tsx', '<h2>What has changed</h2>'],
  [texts, 'board/src/pages/a/a.tsx', "<Field label='Limits of a run' />"],
  [texts, 'board/src/domain/a.ts', "hint: 'Its exit_code.'"],
  ['SQL files have at most 300 lines', 'services/a/migrations/0001_long.sql', 'x;\n'.repeat(301)],
  [
    'lines of SQL have at most 100 characters',
    'services/a/migrations/0001_wide.sql',
    'x'.repeat(101),
  ],
  ['source files have kebab-case names', 'libs/a/src/camelCase.ts', ''],
  ['migrations are named NNNN_what.sql', 'services/issues/migrations/1-x.sql', ''],
  [names, 'libs/a/src/string-utils.ts', ''],
  [names, 'libs/a/src/a.ts', 'export class AgentManager {}'],
  [names, 'libs/a/src/a.ts', 'export type IssueData = string;'],
  [names, 'libs/a/src/a.ts', 'export const issueService = 1;'],
  [namesake, 'services/a/src/service.ts', "import { getIt } from './operations/get-this.ts';"],
  [domain, 'services/issues/src/domain/a.ts', 'export const at = Date.now();'],
  [domain, 'services/issues/src/domain/a.ts', 'export async function decide() {}'],
  ['nothing is put off in a comment', 'libs/a/src/a.ts', '// TODO later'],
  ['a suppressed lint rule says why', 'libs/a/src/a.ts', '// oxlint-disable-next-line no-eval'],
  [machines, 'README.md', 'clone it into /Users/ann/muster'],
  [machines, '.ci/run', 'npm config set registry https://registry.npmjs.org'],
  ['the lockfile names no host', 'pnpm-lock.yaml', 'resolution: {tarball: https://a.b/c.tgz}'],
  [operations, 'services/a/src/operations/get-it.ts', 'export const showIt = 1;'],
  [floors, 'services/issues/src/unheard-of.ts', ''],
  [floors, 'services/issues/src/unheard-of/a.ts', ''],
  [floors, 'unheard-of/a.ts', ''],
  [links, 'docs/a.md', 'see [b](b.md)'],
  [links, 'docs/a.md', 'see `libs/b.ts`'],
  [glossary, 'libs/a/src/flood-gate.ts', ''],
  [glossary, 'libs/a/src/a.ts', 'const deskOfUser = 1;'],
  [everyTestRuns, 'services/issues/test/a.test.ts', "describe.only('x', () => {});"],
  [everyTestRuns, 'services/issues/test/a.test.ts', "it.skipIf(slow)('x', () => {});"],
  [sleeps, 'e2e/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 100));'],
  [sleeps, 'e2e/a.test.ts', imports('node:timers/promises')],
  [decided, 'docs/decisions/0001-a.md', '# A'],
  [decided, 'docs/decisions/0001-a.md', 'Status: accepted, more or less'],
  [decided, 'docs/decisions/superseded/0001-a.md', 'Status: superseded by 7'],
  [decided, 'docs/decisions/superseded/0001-a.md', 'Status: accepted'],
  [decided, 'docs/decisions/0001-a.md', 'Status: folded into 0007'],
  [indexed, 'docs/decisions/0001-a.md', 'Status: accepted'],
  [indexed, 'docs/decisions/README.md', '[1](0001-a.md)'],
  [variables, 'services/issues/src/config.ts', '  ISSUE_MOOD: z.string(),'],
  [variables, 'local/start.ts', 'process.env.MUSTER_MOOD'],
];

const tidy: Example[] = [
  [texts, 'board/src/pages/a/a.tsx', '/** What a run of a page is. */\n<h2>History</h2>'],
  [texts, 'board/src/domain/a.test.ts', "'What is wrong'"],
  ['SQL files have at most 300 lines', 'services/a/migrations/0001_long.sql', 'x;\n'.repeat(300)],
  [
    'lines of SQL have at most 100 characters',
    'a.sql',
    `-- https://example.org/${'x'.repeat(100)}`,
  ],
  ['migrations are named NNNN_what.sql', 'services/issues/migrations/0001_issues.sql', ''],
  [names, 'services/issues/src/service.ts', 'export const issuesService = 1;'],
  [names, 'libs/service-kit/src/process/run-service.ts', 'export function runService() {}'],
  [names, 'libs/service-kit/src/a.ts', 'export type RunningService = string;'],
  [names, 'services/agents/src/domain/a.ts', 'export const isManager = true;'],
  [namesake, 'services/a/src/service.ts', "import { getIt } from './operations/get-it.ts';"],
  [domain, 'services/issues/src/domain/a.ts', "export const says = 'await';"],
  [machines, 'README.md', 'see docs/work/plan.md and ./home/page/'],
  [operations, 'services/a/src/operations/get-it.ts', 'export const getIt = 1;'],
  [floors, 'services/issues/src/domain/a.ts', ''],
  [floors, 'services/issues/src/locate.ts', ''],
  [links, 'docs/a.md', 'see [glossary](glossary.md#words), [docs](../docs/) and `docs`'],
  [glossary, 'libs/a/src/a.ts', "const x = 'desk'; // flood"],
  [everyTestRuns, 'services/issues/test/a.test.ts', "it('skips .only( in a string', () => {});"],
  [sleeps, 'e2e/a.test.ts', 'setTimeout(() => reject(late), limitMs)'],
  [decided, 'docs/decisions/0001-a.md', '# A\n\nStatus: accepted\n'],
  [decided, 'docs/decisions/superseded/0001-a.md', '# A\n\nStatus: superseded by 0007\n'],
  [decided, 'docs/decisions/superseded/0001-a.md', '# A\n\nStatus: folded into 0007\n'],
  [indexed, 'docs/decisions/superseded/0001-a.md', '# A\n\nStatus: folded into 0007\n'],
  [variables, 'local/start.ts', 'process.env.PATH'],
];

describe('a rule', () => {
  it.each(untidy)('complains, for %s, of %s holding %j', (title, path, text) => {
    expect(found(title, path, text)).toHaveLength(1);
  });

  it.each(tidy)('is content, for %s, with %s holding %j', (title, path, text) => {
    expect(found(title, path, text)).toEqual([]);
  });

  it('names the line and the way out', () => {
    expect(found(names, 'libs/a/src/a.ts', '\nexport class AgentManager {}')).toEqual([
      '2: "Manager" in AgentManager says nothing; name what it is or does',
    ]);
  });
});

describe('titles', () => {
  const title = 'tests of one describe have different titles';
  const twice = "  it('is the same', () => {});\n";

  it('may not be repeated within a describe', () => {
    const text = `describe('a', () => {\n${twice}${twice}});\n`;
    expect(found(title, 'a.test.ts', text)).toEqual([
      '3: "is the same" is also the title at line 2; say what differs',
    ]);
  });

  it('may be repeated in another describe', () => {
    const text = `describe('a', () => {\n${twice}});\ndescribe('b', () => {\n${twice}});\n`;
    expect(found(title, 'a.test.ts', text)).toEqual([]);
  });
});

describe('a folder', () => {
  const of = (count: number, name: (index: number) => string) => {
    const rule = rules.find((candidate) => candidate.title.startsWith('a folder has'));
    const paths = Array.from({ length: count }, (_, index) => `board/src/ui/${name(index)}`);
    return rule?.check(paths.map((path) => source(path, ''))).map(({ path }) => path);
  };

  it('of any package has 25 files at most, without those of its tests', () => {
    expect(of(26, (index) => `${index}.tsx`)).toEqual(['board/src/ui']);
    expect(of(25, (index) => `${index}.tsx`)).toEqual([]);
    expect(of(50, (index) => `${index >> 1}${index % 2 ? '.test' : ''}.ts`)).toEqual([]);
  });
});

describe('migrations', () => {
  it('of one service do not share a number', () => {
    const rule = rules.find((candidate) => candidate.title.startsWith('no two migrations'));
    const paths = ['a/migrations/0001_b.sql', 'a/migrations/0001_c.sql', 'd/migrations/0001_b.sql'];
    expect(rule?.check(paths.map((path) => source(path, '')))).toEqual([
      {
        path: 'a/migrations/0001_c.sql',
        line: 1,
        says: '0001_b.sql has this number already; take the next',
      },
    ]);
  });
});

describe('the index of decisions', () => {
  const foundFor = (index: string): string[] => {
    const rule = rules.find(({ title }) => title === indexed);
    const records = ['0001-a.md', '0002-b.md'].map((name) => `docs/decisions/${name}`);
    const tree = [
      source('docs/decisions/README.md', index),
      ...records.map((path) => source(path, '')),
    ];
    return (rule?.check(tree) ?? []).map(({ path, line, says }) => `${path}:${line} ${says}`);
  };

  it('lists each record', () => {
    expect(foundFor('[1](0001-a.md)\n[2](0002-b.md)\n')).toEqual([]);
  });

  it('lists no record twice', () => {
    expect(foundFor('[1](0001-a.md)\n[2](0002-b.md)\n[1](0001-a.md)\n')).toEqual([
      'docs/decisions/README.md:3 0001-a.md is listed already; give it one place',
    ]);
  });

  it('leaves out no record', () => {
    expect(foundFor('[1](0001-a.md)\n')).toEqual([
      'docs/decisions/0002-b.md:1 add a line with its decision to docs/decisions/README.md',
    ]);
  });
});
