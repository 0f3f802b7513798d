/** One change of many issues, and its receipt. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const ask = (body: object, by: Who = 'board', of = '$company'): Send => [
  `POST /api/companies/${of}/issues/bulk`,
  { filter: { ids: ['$issue'] }, change: { priority: 'high' }, ...body },
  by,
];
const read = (bulk: string, by: Who = 'board'): Send => [
  `GET /api/companies/$company/issues/bulk/${bulk}`,
  undefined,
  by,
];
const first = { issue: issue() };
const receipt = {
  companyId: '$company',
  matched: 1,
  refused: {},
  firstRefused: [],
};

export const bulkRows: readonly WorkRow[] = [
  {
    rule: 'answers a receipt',
    first,
    send: ask({}),
    answers: 200,
    shows: { ...receipt, bulkChangeId: expect.any(String), state: 'running', finishedAt: null },
  },
  {
    rule: 'is tried without a change',
    first: { ...first, tried: ask({ dryRun: true }) },
    send: ['GET /api/issues/$issue', undefined],
    answers: 200,
    shows: { priority: 'medium', version: 1 },
  },
  {
    rule: 'that is tried says what it would change',
    first,
    send: ask({ dryRun: true }),
    answers: 200,
    shows: { ...receipt, bulkChangeId: null, state: 'dry_run', changed: 1, unchanged: 0 },
  },
  {
    rule: 'that is tried says what it would refuse',
    first,
    send: ask({ dryRun: true, change: { status: 'in_progress' } }),
    answers: 200,
    shows: { changed: 0, refused: { assignee_required: 1 } },
  },
  {
    rule: 'is read by its receipt',
    first: { ...first, bulk: ask({}) },
    send: read('$bulk.bulkChangeId'),
    answers: 200,
    shows: { ...receipt, bulkChangeId: '$bulk.bulkChangeId' },
  },
  {
    rule: 'is no change without a field',
    first,
    send: ask({ change: {} }),
    answers: badInput,
    at: 'change',
  },
  ...(
    [
      ['assigneeAgentId', NOTHING, 'agent_not_found'],
      ['assigneeUserId', NOTHING, 'user_not_found'],
      ['projectId', NOTHING, 'project_not_found'],
      ['goalId', NOTHING, 'goal_not_found'],
      ['addLabelIds', [NOTHING], 'label_not_found'],
      ['removeLabelIds', [NOTHING], 'label_not_found'],
    ] as const
  ).map(([field, value, code]): WorkRow => ({
    rule: `gives nothing that is not there: ${field}`,
    first,
    send: ask({ change: { [field]: value } }),
    answers: [404, code],
  })),
  {
    rule: 'is not asked for by an agent',
    first,
    send: ask({}, 'cleo'),
    answers: [403, 'board_only'],
  },
  { rule: 'is not read by an agent', send: read(NOTHING, 'cleo'), answers: [403, 'board_only'] },
  { rule: 'has a receipt only once', send: read(NOTHING), answers: [404, 'bulk_change_not_found'] },
];
