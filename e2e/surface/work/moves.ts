/** From which status to which, and who may. */
import { expect } from 'vitest';
import { issue, patch, statuses } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

type Status = (typeof statuses)[number];

/** What the board may; each row a status, each column what it may become. */
const table = `
             backlog todo in_progress in_review blocked done cancelled
backlog         same  yes          no        no      no   no       yes
todo              no same         yes        no      no   no       yes
in_progress       no   no        same       yes     yes   no       yes
in_review         no   no         yes      same      no  yes       yes
blocked           no  yes         yes        no    same   no       yes
done              no   no          no        no      no same        no
cancelled         no   no          no        no      no   no      same
`;
const moves = table.trim().split('\n').slice(1).flatMap((line) => {
  const [from, ...cells] = line.trim().split(/\s+/);
  return cells.map((cell, index) => [from as Status, statuses[index] as Status, cell] as const);
});

const inStatus = (status: Status, fields: object = {}, by: Who = 'board'): { issue: Send } =>
  ({ issue: issue({ status, assigneeAgentId: '$ann', ...fields }, by) });
const illegal = [422, 'illegal_transition'] as const;

const byBoard = moves.map(([from, to, cell]): WorkRow => ({
  rule: `${from} → ${to}: ${cell}`, first: inStatus(from), send: patch({ status: to }),
  answers: cell === 'no' ? illegal : 200,
  ...(cell === 'no' ? {} : { shows: { status: to, version: cell === 'same' ? 1 : 2 } }),
}));

/** Who may do it to an issue that Ann has: by herself, by her team, from outside. */
const cancels: readonly [rule: string, of: { issue: Send }, by: Who, no?: [number, string]][] = [
  ['its owner, who took it herself', { issue: issue({ assigneeAgentId: '$ann' }, 'ann') }, 'ann'],
  ['its owner, whose manager gave it', { issue: issue({ assigneeAgentId: '$ann' }, 'max') }, 'ann'],
  ['its owner, whose CEO gave it', { issue: issue({ assigneeAgentId: '$ann' }, 'cleo') }, 'ann'],
  ['its owner, whose peer gave it', { issue: issue({ assigneeAgentId: '$ann' }, 'bob') }, 'ann'],
  ['its owner, whose report gave it', { issue: issue({ assigneeAgentId: '$max' }, 'ann') }, 'max'],
  ['its manager', inStatus('in_progress'), 'max'],
  ["its manager's manager", inStatus('in_progress'), 'cleo'],
  ['anybody, if nobody has it', { issue: issue() }, 'sid'],
  ['a member of the board', inStatus('blocked'), 'una'],
  ['not its owner, whom the board gave it', inStatus('todo'), 'ann', [403, 'cancel_needs_manager']],
  ['not its owner, whom an outsider gave it', inStatus('todo', {}, 'sid'), 'ann',
    [403, 'cancel_needs_manager']],
  ['not another', inStatus('todo'), 'bob', [409, 'not_the_owner']],
  ["not an agent, if it is a user's", { issue: issue({ assigneeUserId: '$una' }) }, 'max',
    [409, 'not_the_owner']],
];

export const moveRows: readonly WorkRow[] = [
  ...byBoard,
  ...cancels.map(([rule, first, by, no]): WorkRow => ({
    rule: `is cancelled by ${rule}`, first, send: patch({ status: 'cancelled' }, by),
    answers: no ?? 200, ...(no ? {} : { shows: { cancelledAt: expect.any(String) } }),
  })),
  {
    rule: 'is handed to the manager by who may not cancel it', first: inStatus('todo'),
    send: patch({ assigneeAgentId: '$max', comment: 'Please cancel.' }, 'ann'), answers: 200,
    shows: { assigneeAgentId: '$max', comment: { body: 'Please cancel.' } },
  },

  { rule: 'needs an assignee to begin', first: { issue: issue() },
    send: patch({ status: 'in_progress' }), answers: [422, 'assignee_required'] },
  { rule: 'is begun by its owner', first: inStatus('todo'),
    send: patch({ status: 'in_progress' }, 'ann'), answers: 200,
    shows: { startedAt: expect.any(String), started_at: expect.any(String) } },
  { rule: 'is not begun for a paused agent', first: inStatus('todo', { assigneeAgentId: '$pat' }),
    send: patch({ status: 'in_progress' }, 'pat'), answers: [403, 'agent_paused'] },
  { rule: 'is not begun by a CEO without a strategy', first: inStatus('todo'),
    send: patch({ status: 'in_progress' }, 'cleo'), answers: [403, 'strategy_not_approved'] },
  { rule: 'is not begun in a paused company',
    send: ['PATCH /api/issues/$restingIssue', { status: 'in_progress' }],
    answers: [422, 'company_paused'] },
  { rule: 'is submitted by its owner', first: inStatus('in_progress'),
    send: patch({ status: 'in_review' }, 'ann'), answers: 200 },
  { rule: 'is blocked by its manager', first: inStatus('in_progress'),
    send: patch({ status: 'blocked' }, 'max'), answers: 200 },
  { rule: 'is not submitted by another', first: inStatus('in_progress'),
    send: patch({ status: 'in_review' }, 'bob'), answers: [409, 'not_the_owner'] },
  { rule: 'keeps its first start when it begins again',
    first: { ...inStatus('in_progress'), waits: patch({ status: 'blocked' }) },
    send: patch({ status: 'in_progress' }), answers: 200,
    shows: { startedAt: '$issue.startedAt' } },
  { rule: 'is dated when it is done', first: inStatus('in_review'),
    send: patch({ status: 'done' }, 'bob'), answers: 200,
    shows: { completedAt: expect.any(String), completed_at: expect.any(String),
      cancelledAt: null } },
  {
    rule: 'is done without a review where none is required',
    first: { issue: ['POST /api/companies/$free/issues',
      { title: 'Free', status: 'in_progress', assigneeAgentId: '$fay' }, 'fay'] },
    send: patch({ status: 'done' }, 'fay'), answers: 200,
    shows: { completedAt: expect.any(String) },
  },
  {
    rule: 'is not done from todo where no review is required',
    first: { issue: ['POST /api/companies/$free/issues', { title: 'Free', status: 'todo' }] },
    send: patch({ status: 'done' }, 'fay'), answers: illegal,
  },
];
