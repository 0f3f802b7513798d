import { describe, expect, it } from 'vitest';
import { rules } from './rules/all.ts';
import { source } from './tree.ts';

type Example = readonly [title: string, path: string, text: string];

const found = (title: string, path: string, text: string): string[] => {
  const rule = rules.find((candidate) => candidate.title === title);
  if (rule === undefined) throw new Error(`there is no rule "${title}"`);
  return rule.check([source(path, text)]).map(({ line, says }) => `${line}: ${says}`);
};

const imports = (from: string): string => `import { x } from '${from}';\n`;
const anotherService = 'no service imports another';
const homes = 'packages are imported only where they are at home';
const enclosed = 'pure folders import only what they may';
const doors = 'stores are imported only through their doors';
const names = 'exported names and file names say what the thing is';
const namesake = 'an operation or a reaction lies in a file of its name';
const domain = 'the domain is pure: no waiting, no clock, no chance, no outside';
const machines = 'no registry and no path of one machine is written down';
const sleeps = 'tests wait for signals and do not sleep';
const everyTestRuns = 'every test runs, always';
const variables = 'every environment variable is in README.md or docs/configuration.md';

const untidy: Example[] = [
  ['files have at most 300 lines', 'libs/a/src/long.ts', 'x;\n'.repeat(301)],
  ['lines have at most 100 characters', 'libs/a/src/wide.ts', 'x'.repeat(101)],
  ['source files have kebab-case names', 'libs/a/src/camelCase.ts', ''],
  ['migrations are named NNNN_what.sql', 'services/issues/migrations/1-x.sql', ''],
  [anotherService, 'services/issues/src/a.ts', imports('../../agents/src/b.ts')],
  [anotherService, 'services/issues/src/a.ts', imports('@muster/agents')],
  [anotherService, 'services/issues/src/a.ts', "const x = await import('@muster/agents');"],
  ['no library imports a service', 'libs/test-kit/src/a.ts', imports('@muster/issues')],
  [homes, 'services/issues/src/operations/a.ts', imports('pg')],
  [homes, 'services/issues/src/operations/a.ts', imports('@nats-io/jetstream')],
  [homes, 'services/issues/src/service.ts', imports('@fastify/cookie')],
  [homes, 'services/issues/src/service.ts', "export { it } from 'vitest';"],
  [enclosed, 'services/issues/src/domain/a.ts', imports('@muster/service-kit')],
  [enclosed, 'services/issues/src/domain/a.ts', imports('node:crypto')],
  [enclosed, 'services/issues/src/domain/a.ts', imports('../store/issues.ts')],
  [enclosed, 'libs/contracts/src/a.ts', "import 'node:fs';"],
  [doors, 'services/issues/src/service.ts', imports('./store/issues.ts')],
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
  [everyTestRuns, 'services/issues/test/a.test.ts', "describe.only('x', () => {});"],
  [everyTestRuns, 'services/issues/test/a.test.ts', "it.skipIf(slow)('x', () => {});"],
  [sleeps, 'e2e/a.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 100));'],
  [sleeps, 'e2e/a.test.ts', imports('node:timers/promises')],
  ['every decision record has a status and is numbered', 'docs/decisions/0001-a.md', '# A'],
  [variables, 'services/issues/src/config.ts', '  ISSUE_MOOD: z.string(),'],
  [variables, 'tools/start.ts', 'process.env.MUSTER_MOOD'],
];

const tidy: Example[] = [
  ['files have at most 300 lines', 'libs/a/src/long.ts', 'x;\n'.repeat(300)],
  ['lines have at most 100 characters', 'a.ts', `// https://example.org/${'x'.repeat(100)}`],
  ['migrations are named NNNN_what.sql', 'services/issues/migrations/0001_issues.sql', ''],
  [anotherService, 'services/issues/src/a.ts', "// import { x } from '@muster/agents'"],
  [anotherService, 'tools/docs/a.ts', imports('../../services/issues/src/service.ts')],
  [homes, 'services/issues/src/store/issues.ts', imports('pg')],
  [enclosed, 'services/issues/src/domain/a.ts', imports('./moves.ts')],
  [enclosed, 'services/issues/src/domain/a.test.ts', imports('vitest')],
  [doors, 'services/issues/src/operations/a.ts', imports('../store/issues.ts')],
  [names, 'services/issues/src/service.ts', 'export const issuesService = 1;'],
  [names, 'libs/service-kit/src/run-service.ts', 'export function runService() {}'],
  [names, 'libs/service-kit/src/a.ts', 'export type RunningService = string;'],
  [names, 'services/agents/src/domain/a.ts', 'export const isManager = true;'],
  [namesake, 'services/a/src/service.ts', "import { getIt } from './operations/get-it.ts';"],
  [domain, 'services/issues/src/domain/a.ts', "export const says = 'await';"],
  [machines, 'README.md', 'see docs/work/plan.md and ./home/page/'],
  [everyTestRuns, 'services/issues/test/a.test.ts', "it('skips .only( in a string', () => {});"],
  [sleeps, 'e2e/a.test.ts', 'setTimeout(() => reject(late), limitMs)'],
  ['every decision record has a status and is numbered', 'docs/decisions/0001-a.md', 'Status: x'],
  [variables, 'tools/start.ts', 'process.env.PATH'],
];

describe('a rule', () => {
  it.each(untidy)('complains, for %s, of %s holding %j', (title, path, text) => {
    expect(found(title, path, text)).toHaveLength(1);
  });

  it.each(tidy)('is content, for %s, with %s holding %j', (title, path, text) => {
    expect(found(title, path, text)).toEqual([]);
  });

  it('names the line and the way out', () => {
    const because = 'take `db` as an argument and call a store function';
    expect(found(homes, 'services/a/src/b.ts', `\n${imports('pg')}`)).toEqual([
      `2: imports pg, but SQL lives in src/store; ${because}`,
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
