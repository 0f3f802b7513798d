import { agents, composed, contracts, issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { renderConfiguration } from './configuration.ts';
import { renderErrors } from './errors.ts';
import { readableJson } from './json.ts';
import { machinesIn } from './machines.ts';
import { renderMap } from './map.ts';
import type { Sources, Variable } from './sources.ts';
import { renderPermissions } from './permissions.ts';
import { renderStateMachines } from './state-machines.ts';
import { locate } from './test-index.ts';

const variable = (description: string, fallback?: unknown): Variable => ({
  description,
  safeParse: () => ({ success: fallback !== undefined, data: fallback }),
});

const sources: Sources = {
  version: '1.2.3',
  contracts,
  composed,
  services: [
    {
      contract: issues,
      reactions: { keepRoster: { producer: agents, events: ['agent.created', 'agent.paused'] } },
      config: { shape: { ISSUE_LIMIT: variable('Most issues.', 7) } },
    },
  ],
  baseConfig: { shape: { NATS_URL: variable('Where | NATS is.') } },
  machines: machinesIn('issues', 'services/issues/src/domain/issue-machine.ts', {
    moves: { release: { from: ['in_progress', 'blocked'], to: 'todo' } },
    limit: 3,
  }),
};

describe('the map', () => {
  it('draws an arrow from the producer to the reacting service', () => {
    const map = renderMap(sources);
    expect(map).toContain('  agents -->|agent| issues');
    expect(map).toContain('| `keepRoster` | agents | `agent.created`, `agent.paused` |');
    expect(map).toMatch(/^\| `agent\.paused` \| An agent was paused.* \| issues \|$/m);
  });

  it('lists an operation with its path, its callers and its events', () => {
    expect(renderMap(sources)).toContain(
      '| `checkoutIssue` | `POST /api/issues/:issueId/checkout` | agent, board |' +
        ' `issue.checked_out`, `issue.released`, `issue.assigned` |',
    );
  });
});

describe('the errors', () => {
  it('lists each refusal once, under its status, with the operations that declare it', () => {
    const errors = renderErrors(sources);
    const [, conflicts = ''] = errors.split('## 409');
    expect(conflicts.split('## 4')[0]).toContain('`issue_owned_by_another_agent`');
    expect(errors.match(/^\| `name_taken` /gm)).toHaveLength(1);
    expect(errors).toMatch(/`name_taken`.*`createAgent`, `hireAgent`/);
  });
});

describe('the permissions', () => {
  it('list who may call an operation and what a board user needs for it', () => {
    const page = renderPermissions(sources);
    const rowOf = (name: string) =>
      page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(rowOf('approveApproval')).toMatch(/ \| board \| `approve` \|$/);
    expect(rowOf('updateCompany')).toMatch(/ \| board \| role owner \|$/);
    expect(rowOf('createIssue')).toMatch(/ \| agent, board \| role operator \|$/);
    expect(rowOf('getIssue')).toMatch(/ \| agent, board \| membership \|$/);
    expect(rowOf('reserveRun')).toMatch(/ \| service \|  \|$/);
  });
});

describe('the state machines', () => {
  it('draw each move from each of its states', () => {
    const page = renderStateMachines(sources);
    expect(page).toContain('  in_progress --> todo: release\n  blocked --> todo: release');
    expect(page).toContain('| `blocked` | `todo` (release) |');
  });

  it('list the answer to each kind of caller, if the domain exports such a table', () => {
    const machines = machinesIn('issues', 'services/issues/test/fixtures/issue-verdicts.ts', {
      updateVerdicts: { todo: { done: { board: 'yes', other: 'not_the_owner' } } },
    });
    const page = renderStateMachines({ ...sources, machines });
    expect(page).toContain('| from | to | board | other |');
    expect(page).toContain('| `todo` | `done` | yes | not_the_owner |');
  });

  it('link to the module that exports the table', () => {
    const path = 'services/issues/src/domain/issue-machine.ts';
    expect(renderStateMachines(sources)).toContain(`\`moves\` in [${path}](../${path}).`);
  });
});

describe('the configuration', () => {
  it('shows whether a variable is required, its default and its meaning', () => {
    const page = renderConfiguration(sources);
    expect(page).toContain('| `NATS_URL` | **required** | ConfigMap | Where \\| NATS is. |');
    expect(page).toContain('## issues');
    expect(page).toContain('| `ISSUE_LIMIT` | `7` | ConfigMap | Most issues. |');
  });
});

describe('the index of operations and tests', () => {
  const { getIssue, releaseIssue } = issues.operations;
  const test = (name: string, text: string) => ({ path: `services/issues/test/${name}`, text });
  const files = {
    contracts: [{ path: 'libs/contracts/src/a.ts', text: '  getIssue: operation({' }],
    handlers: [{ path: 'services/issues/src/get.ts', text: 'export const getIssue: X = () => 1;' }],
    tests: [
      test('get-issue.test.ts', "describe('getIssue', () => {"),
      test('other.test.ts', 'await board.getIssue({ issueId });'),
      test('release.test.ts', 'await call(`POST /api/issues/${id}/release`, {});'),
    ],
    stories: [{ path: 'e2e/stories/one.test.ts', text: 'await board.get(`/api/issues/${id}`);' }],
  };

  it('finds the contract, the handler, the tests with the name in a title, and the stories', () => {
    expect(locate(files, 'services/issues/', ['getIssue', getIssue])).toEqual({
      contract: 'libs/contracts/src/a.ts',
      handler: 'services/issues/src/get.ts',
      tests: ['services/issues/test/get-issue.test.ts'],
      stories: ['e2e/stories/one.test.ts'],
    });
  });

  it('finds tests that call the path if no test has the name', () => {
    expect(locate(files, 'services/issues/', ['releaseIssue', releaseIssue])).toEqual({
      contract: undefined,
      handler: undefined,
      tests: ['services/issues/test/release.test.ts'],
      stories: [],
    });
  });
});

describe('readable JSON', () => {
  it('puts a value that fits on one line, and is the same JSON', () => {
    const value = { a: [1, 2, { b: null }], long: Array.from({ length: 40 }, () => 'word'), e: {} };
    const text = readableJson(value);
    expect(text.split('\n').slice(0, 2)).toEqual(['{', '  "a": [1, 2, { "b": null }],']);
    expect(JSON.parse(text)).toEqual(value);
  });
});
