import { agents, composed, contracts, issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { renderConfiguration } from './configuration.ts';
import { renderErrors } from './errors.ts';
import { readableJson } from './json.ts';
import { machinesIn } from './machines.ts';
import { renderMap } from './map.ts';
import type { Material, Variable } from './material.ts';
import { renderPermissions } from './permissions.ts';
import { renderStateMachines } from './state-machines.ts';

const variable = (description: string, fallback?: unknown): Variable => ({
  description,
  safeParse: () => ({ success: fallback !== undefined, data: fallback }),
});

const material: Material = {
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
  machines: machinesIn('issues', 'issue', {
    moves: { release: { from: ['in_progress', 'blocked'], to: 'todo' } },
    limit: 3,
  }),
};

describe('the map', () => {
  it('draws an arrow from who says to who reacts', () => {
    const map = renderMap(material);
    expect(map).toContain('  agents -->|agent| issues');
    expect(map).toContain('| `keepRoster` | agents | `agent.created`, `agent.paused` |');
    expect(map).toMatch(/^\| `agent\.paused` \| An agent was paused.* \| issues \|$/m);
  });

  it('lists an operation with its path, its callers and what it says', () => {
    expect(renderMap(material)).toContain(
      '| `checkoutIssue` | `POST /api/issues/:issueId/checkout` | agent, board |' +
        ' `issue.checked_out` |',
    );
  });
});

describe('the errors', () => {
  it('names each refusal once, under its status, with who refuses so', () => {
    const errors = renderErrors(material);
    const [, conflicts = ''] = errors.split('## 409');
    expect(conflicts.split('## 4')[0]).toContain('`issue_owned_by_another_agent`');
    expect(errors.match(/^\| `name_taken` /gm)).toHaveLength(1);
    expect(errors).toMatch(/`name_taken`.*`createAgent`, `hireAgent`/);
  });
});

describe('the permissions', () => {
  it('tell who may call an operation and what a board user needs for it', () => {
    const page = renderPermissions(material);
    const rowOf = (name: string) =>
      page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(rowOf('approveApproval')).toMatch(/ \| board \| `approve` \|$/);
    expect(rowOf('updateCompany')).toMatch(/ \| board \| to be an owner \|$/);
    expect(rowOf('createIssue')).toMatch(/ \| agent, board \| to be an operator \|$/);
    expect(rowOf('getIssue')).toMatch(/ \| agent, board \| to be a member \|$/);
    expect(rowOf('reserveRun')).toMatch(/ \| service \|  \|$/);
  });
});

describe('the state machines', () => {
  it('draw each move from each of its states', () => {
    const page = renderStateMachines(material);
    expect(page).toContain('  in_progress --> todo: release\n  blocked --> todo: release');
    expect(page).toContain('| `blocked` | `todo` (release) |');
  });

  it('tell who is answered with what, where the domain spells it out', () => {
    const machines = machinesIn('issues', 'issue-verdicts', {
      updateVerdicts: { todo: { done: { board: 'yes', other: 'not_the_owner' } } },
    });
    const page = renderStateMachines({ ...material, machines });
    expect(page).toContain('| from | to | board | other |');
    expect(page).toContain('| `todo` | `done` | yes | not_the_owner |');
  });

  it('are found in the form that lists what a state may become', () => {
    const [machine] = machinesIn('issues', 'issue', { transitions: { todo: ['done'], done: [] } });
    expect(machine?.steps).toEqual([{ from: 'todo', to: 'done', by: '' }]);
  });
});

describe('the configuration', () => {
  it('tells what is required, what is assumed, and what each variable is', () => {
    const page = renderConfiguration(material);
    expect(page).toContain('| `NATS_URL` | **required** | ConfigMap | Where \\| NATS is. |');
    expect(page).toContain('## issues');
    expect(page).toContain('| `ISSUE_LIMIT` | `7` | ConfigMap | Most issues. |');
  });
});

describe('readable JSON', () => {
  it('puts on one line what fits there, and is the same JSON', () => {
    const value = { a: [1, 2, { b: null }], long: Array.from({ length: 40 }, () => 'word'), e: {} };
    const text = readableJson(value);
    expect(text.split('\n').slice(0, 2)).toEqual(['{', '  "a": [1, 2, { "b": null }],']);
    expect(JSON.parse(text)).toEqual(value);
  });
});
