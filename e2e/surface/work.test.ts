/**
 * Issues and what belongs to them, and heartbeats, rule by rule, as the interface promises it: each
 * row asks one thing and holds the answer against what is written here by hand. No route, no field
 * and no refusal of the contracts is left out.
 */
import { isDeepStrictEqual } from 'node:util';
import { composed, issues, scheduler } from '@muster/contracts';
import type { Operation } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommonWorld } from '../harness/stack.ts';
import { claimRows } from './work/claims.ts';
import { ask, filled } from './work/ask.ts';
import { clockRows } from './work/clocks.ts';
import { commentRows } from './work/comments.ts';
import { fieldsOf, isFor } from './work/coverage.ts';
import { createRows } from './work/create.ts';
import { goalRows, linkRows } from './work/goals.ts';
import { heartbeatRows } from './work/heartbeats.ts';
import { listRows } from './work/lists.ts';
import { moveRows } from './work/moves.ts';
import { planningRows } from './work/planning.ts';
import type { WorkRow } from './work/row.ts';
import { runRows } from './work/runs.ts';
import { openSetting } from './work/setting.ts';
import type { Setting } from './work/setting.ts';
import { updateRows } from './work/update.ts';
import { wakeRows } from './work/wakes.ts';

const tables = {
  'a new issue': createRows,
  'a changed issue': updateRows,
  'an issue that moves': moveRows,
  'an issue that is claimed or given back': claimRows,
  'a comment': commentRows,
  issues: listRows,
  'a label': planningRows.labels,
  'a project': planningRows.projects,
  'a workspace': planningRows.workspaces,
  'a goal': goalRows,
  'an issue with approvals': linkRows,
  'a heartbeat': heartbeatRows,
  'a wake-up': wakeRows,
  'a run': runRows,
  'a clock': clockRows,
};
const rows = Object.values(tables).flat();

const world = useCommonWorld();
let setting: Setting;
beforeAll(async () => {
  setting = await openSetting(world());
});

type Refused = { readonly code?: string; readonly details?: unknown };

/** The fields that a refusal is about. */
function fieldsNamed({ details }: Refused): unknown[] {
  if (!Array.isArray(details)) return [Object(details).field];
  return (details as { path: unknown[] }[]).map(({ path }) => path.join('.'));
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.concurrent.each(table)('$rule', async (row: WorkRow) => {
    const { reply, known } = await ask(setting, row);
    const { status, body, headers } = reply;
    const { code } = Object(body) as Refused;
    const seen = code === undefined ? status : [status, code];
    const told = isDeepStrictEqual(seen, row.answers) ? undefined : body;
    expect({ seen, told }).toEqual({ seen: row.answers });
    if (row.at !== undefined) expect(fieldsNamed(body as Refused)).toContain(row.at);
    if (row.shows !== undefined) {
      const shows = filled(row.shows, known) as object;
      if ('asymmetricMatch' in shows) expect(body).toEqual(shows);
      else expect(body).toMatchObject(shows);
    }
    for (const [name, value] of Object.entries(row.heads ?? {})) {
      expect(headers.get(name)).toContain(value);
    }
  });
});

const {
  listIssueApprovals, linkIssueApproval, unlinkIssueApproval, listApprovalIssues, listOwnWakes,
  explainWake,
} = composed;
const operations = Object.entries<Operation>({
  ...issues.operations, ...scheduler.operations, listIssueApprovals, linkIssueApproval,
  unlinkIssueApproval, listApprovalIssues, listOwnWakes, explainWake,
}).filter(([, { http }]) => http !== undefined);

/** What takes many connections at once, and what takes a key, have tests of their own. */
const APART = ['too_many_streams', 'answer_shown_once'];

describe.each(operations)('the rows of %s', (_, operation) => {
  const own = rows.filter((row) => isFor(operation, row.send));

  test('show a success', () => {
    expect(own.map(({ answers }) => answers)).toContain(operation.status ?? 200);
  });

  test('name every field that it takes', () => {
    const named = new Set(own.flatMap(({ send }) => fieldsOf(operation, send)));
    expect(Object.keys(operation.input.shape).filter((field) => !named.has(field))).toEqual([]);
  });

  test('provoke every refusal that it declares', () => {
    const seen = new Set(own.flatMap(({ answers }) =>
      (typeof answers === 'number' ? [] : [answers[1]])));
    expect(operation.refusals.filter((code) => !seen.has(code) && !APART.includes(code)))
      .toEqual([]);
  });
});
