/** What waits for a person, and what a person decides. */
import type { CommandSpec } from './command.ts';
import { approval, idempotencyKey, issue, limit, note, revision } from './flags.ts';

const ROW = [
  'id',
  'type',
  'status',
  'from=requestedByName',
  'about=aboutAgentName',
  'revision',
  'asked=createdAt:moment',
];
const DECIDED = { sentence: 'The approval is {status}.' };

const approve: Omit<CommandSpec, 'path'> = {
  says: 'Approve what an agent asks for',
  args: [approval],
  flags: [revision, note, idempotencyKey],
  call: { operation: 'approveApproval', form: DECIDED },
};
const reject: Omit<CommandSpec, 'path'> = {
  says: 'Reject what an agent asks for',
  args: [approval],
  flags: [note, idempotencyKey],
  call: { operation: 'rejectApproval', form: DECIDED },
};
const answer: Omit<CommandSpec, 'path'> = {
  says: 'Answer a question',
  details:
    'Of a choice one option, of several options each as an argument, of a confirmation yes or no.',
  args: [
    { name: 'question', says: 'Its id' },
    { name: 'answer', says: 'Words or options; - reads standard input', isRest: true },
  ],
  does: 'answer-question',
};

export const decisionCommands: readonly CommandSpec[] = [
  {
    path: 'inbox',
    says: 'What waits for you',
    details: 'Of the company that is chosen or named; without one, of all of yours.',
    does: 'inbox',
  },
  { path: 'inbox approve', ...approve },
  { path: 'inbox reject', ...reject },
  { path: 'inbox answer', ...answer },
  {
    path: 'inbox review',
    says: 'Give the verdict on work in review',
    details: '`accept` ends it; `return` gives it back to its agent, and wants a reason.',
    args: [issue, { name: 'verdict', says: 'accept or return' }],
    flags: [{ name: 'comment', value: 'text', says: 'Say why; - reads standard input' }],
    does: 'review-issue',
    example: 'inbox review ACM-12 return --comment "The table lacks its last column."',
  },
  {
    path: 'approval list',
    says: 'Approvals, newest first',
    flags: [{ name: 'status', value: 'status', says: 'pending, approved, rejected, …' }, limit],
    call: { operation: 'listApprovals', form: { columns: ROW } },
  },
  {
    path: 'approval show',
    says: 'One approval, with all that it asks for',
    args: [approval],
    call: {
      operation: 'getApproval',
      form: {
        lines: [...ROW, 'asks for=payload', 'decided=decidedAt:moment', 'note=decisionNote'],
      },
    },
  },
  { path: 'approval approve', ...approve },
  { path: 'approval reject', ...reject },
  {
    path: 'approval revise',
    says: 'Ask for a revision',
    args: [approval],
    flags: [note, idempotencyKey],
    call: { operation: 'requestRevision', form: DECIDED },
  },
  {
    path: 'question list',
    says: 'Questions about an issue',
    args: [issue],
    flags: [limit],
    call: {
      operation: 'listQuestions',
      form: { columns: ['id', 'state', 'from=askedByName', 'text', 'options', 'answer'] },
    },
  },
  { path: 'question answer', ...answer },
];
