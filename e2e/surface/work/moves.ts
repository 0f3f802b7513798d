/** Legal transitions, and who may make them. */
import { expect } from 'vitest';
import { issue, patch, statuses, type Send, type Who, type WorkRow } from './row.ts';

type Status = (typeof statuses)[number];

/** Transitions by the board: rows are the current status, columns the next one. */
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
const moves = table
  .trim()
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [from, ...cells] = line.trim().split(/\s+/);
    return cells.map((cell, index) => [from as Status, statuses[index] as Status, cell] as const);
  });

const inStatus = (status: Status, fields: object = {}, by: Who = 'board'): { issue: Send } => ({
  issue: issue({ status, assigneeAgentId: '$ann', ...fields }, by),
});
const illegal = [422, 'illegal_transition'] as const;

const byBoard = moves.map(([from, to, cell]): WorkRow => ({
  rule: `${from} → ${to}: ${cell}`,
  first: inStatus(from),
  send: patch({ status: to }),
  answers: cell === 'no' ? illegal : 200,
  ...(cell === 'no' ? {} : { shows: { status: to, version: cell === 'same' ? 1 : 2 } }),
}));

/** Who may cancel an issue of Ann: herself, her team, and others. */
const cancels: readonly [rule: string, of: { issue: Send }, by: Who, no?: [number, string]][] = [
  [
    'its owner, who assigned it to herself',
    { issue: issue({ assigneeAgentId: '$ann' }, 'ann') },
    'ann',
  ],
  [
    'its owner, if a manager assigned it',
    { issue: issue({ assigneeAgentId: '$ann' }, 'max') },
    'ann',
  ],
  [
    'its owner, if the CEO assigned it',
    { issue: issue({ assigneeAgentId: '$ann' }, 'cleo') },
    'ann',
  ],
  ['its owner, if a peer assigned it', { issue: issue({ assigneeAgentId: '$ann' }, 'bob') }, 'ann'],
  [
    'its owner, if a report assigned it',
    { issue: issue({ assigneeAgentId: '$max' }, 'ann') },
    'max',
  ],
  ['its manager', inStatus('in_progress'), 'max'],
  ["its manager's manager", inStatus('in_progress'), 'cleo'],
  ['any agent, if it is unassigned', { issue: issue() }, 'sid'],
  ['a member of the board', inStatus('blocked'), 'una'],
  [
    'not its owner, if the board assigned it',
    inStatus('todo'),
    'ann',
    [403, 'cancel_needs_manager'],
  ],
  [
    'not its owner, if an agent outside the team assigned it',
    inStatus('todo', {}, 'sid'),
    'ann',
    [403, 'cancel_needs_manager'],
  ],
  ['not another agent', inStatus('todo'), 'bob', [409, 'not_the_owner']],
  [
    'not an agent, if it is assigned to a user',
    { issue: issue({ assigneeUserId: '$una' }) },
    'max',
    [409, 'not_the_owner'],
  ],
];

/** Requests before a cancellation: Ann's issue of the board, given on. */
const givenOn = (...steps: readonly (readonly [to: string | null, by: Who])[]) => ({
  ...inStatus('todo'),
  ...Object.fromEntries(
    steps.map(([to, by], index) => [`step${index}`, patch({ assigneeAgentId: to }, by)]),
  ),
});
const needsManager = [403, 'cancel_needs_manager'] as const;
/** Giving an issue from outside the team away earns nothing; an assignment by a manager does. */
const cancelsAfterAssignments: readonly [
  rule: string,
  first: Readonly<Record<string, Send>>,
  by: Who,
  answers: WorkRow['answers'],
][] = [
  ['not its owner after a peer', givenOn(['$bob', 'ann'], ['$ann', 'bob']), 'ann', needsManager],
  ['not a peer of its owner', givenOn(['$bob', 'ann']), 'bob', needsManager],
  ['not its former owner', givenOn([null, 'ann']), 'ann', needsManager],
  ['not any agent after its owner', givenOn([null, 'ann']), 'sid', needsManager],
  ['not a peer that took it', givenOn(['$bob', 'bob']), 'bob', needsManager],
  [
    'not a manager that assigned it to a report',
    {
      issue: issue({ assigneeAgentId: '$max' }),
      given: patch({ assigneeAgentId: '$ann' }, 'max'),
    },
    'max',
    needsManager,
  ],
  ['its owner after a manager', givenOn(['$max', 'ann'], ['$ann', 'max']), 'ann', 200],
  ['the manager to whom its owner gave it', givenOn(['$max', 'ann']), 'max', 200],
];

export const moveRows: readonly WorkRow[] = [
  ...byBoard,
  ...cancels.map(([rule, first, by, no]): WorkRow => ({
    rule: `is cancelled by ${rule}`,
    first,
    send: patch({ status: 'cancelled' }, by),
    answers: no ?? 200,
    ...(no ? {} : { shows: { cancelledAt: expect.any(String) } }),
  })),
  ...cancelsAfterAssignments.map(([rule, first, by, answers]): WorkRow => ({
    rule: `is cancelled by ${rule}`,
    first,
    send: patch({ status: 'cancelled' }, by),
    answers,
  })),
  {
    rule: 'is reassigned to the manager by an owner who may not cancel it',
    first: inStatus('todo'),
    send: patch({ assigneeAgentId: '$max', comment: 'Please cancel.' }, 'ann'),
    answers: 200,
    shows: { assigneeAgentId: '$max', comment: { body: 'Please cancel.' } },
  },

  {
    rule: 'needs an assignee to start',
    first: { issue: issue() },
    send: patch({ status: 'in_progress' }),
    answers: [422, 'assignee_required'],
  },
  {
    rule: 'is started by its owner',
    first: inStatus('todo'),
    send: patch({ status: 'in_progress' }, 'ann'),
    answers: 200,
    shows: { startedAt: expect.any(String), started_at: expect.any(String) },
  },
  {
    rule: 'is not started for a paused agent',
    first: inStatus('todo', { assigneeAgentId: '$pat' }),
    send: patch({ status: 'in_progress' }, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is put back by a paused agent that has it, with a comment',
    first: inStatus('backlog', { assigneeAgentId: '$pat' }),
    send: patch({ status: 'todo', comment: 'I am paused.' }, 'pat'),
    answers: 200,
  },
  {
    rule: 'is not moved by a paused agent for another',
    first: inStatus('backlog'),
    send: patch({ status: 'todo' }, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not changed otherwise by a paused agent that has it',
    first: inStatus('todo', { assigneeAgentId: '$pat' }),
    send: patch({ title: 'Mine' }, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not started by an agent while an open issue blocks it',
    first: { other: issue(), ...inStatus('todo', { blockedByIssueIds: ['$other'] }) },
    send: patch({ status: 'in_progress' }, 'ann'),
    answers: [422, 'issue_blocked'],
  },
  {
    rule: 'is done although an open issue blocks it, which the answer notes',
    first: { other: issue(), ...inStatus('in_review', { blockedByIssueIds: ['$other'] }) },
    send: patch({ status: 'done' }, 'ann'),
    answers: 200,
    shows: { note: expect.stringContaining('done although open issues block it') },
  },
  {
    rule: 'is not started by an agent for a CEO without an approved strategy',
    first: inStatus('todo', { assigneeAgentId: '$cleo' }),
    send: patch({ status: 'in_progress' }, 'max'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not assigned to a CEO without an approved strategy and started by an agent',
    first: inStatus('todo'),
    send: patch({ status: 'in_progress', assigneeAgentId: '$cleo' }, 'sid'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not started by a CEO without an approved strategy',
    first: inStatus('todo'),
    send: patch({ status: 'in_progress' }, 'cleo'),
    answers: [403, 'strategy_not_approved'],
  },
  {
    rule: 'is not started in a paused company',
    send: ['PATCH /api/issues/$restingIssue', { status: 'in_progress' }],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is submitted by its owner',
    first: inStatus('in_progress'),
    send: patch({ status: 'in_review' }, 'ann'),
    answers: 200,
  },
  {
    rule: 'is blocked by its manager',
    first: inStatus('in_progress'),
    send: patch({ status: 'blocked' }, 'max'),
    answers: 200,
  },
  {
    rule: 'is not submitted by another agent',
    first: inStatus('in_progress'),
    send: patch({ status: 'in_review' }, 'bob'),
    answers: [409, 'not_the_owner'],
  },
  {
    rule: 'keeps its first start when it is started again',
    first: { ...inStatus('in_progress'), blocked: patch({ status: 'blocked' }) },
    send: patch({ status: 'in_progress' }),
    answers: 200,
    shows: { startedAt: '$issue.startedAt' },
  },
  {
    rule: 'gets a completion time when it is done',
    first: inStatus('in_review'),
    send: patch({ status: 'done' }, 'bob'),
    answers: 200,
    shows: { completedAt: expect.any(String), completed_at: expect.any(String), cancelledAt: null },
  },
  {
    rule: 'is done without a review where none is required',
    first: {
      issue: [
        'POST /api/companies/$free/issues',
        { title: 'Free', status: 'in_progress', assigneeAgentId: '$fay' },
        'fay',
      ],
    },
    send: patch({ status: 'done' }, 'fay'),
    answers: 200,
    shows: { completedAt: expect.any(String) },
  },
  {
    rule: 'is not done from todo where no review is required',
    first: { issue: ['POST /api/companies/$free/issues', { title: 'Free', status: 'todo' }] },
    send: patch({ status: 'done' }, 'fay'),
    answers: illegal,
  },
];
