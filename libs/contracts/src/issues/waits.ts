/** Waits of agents: for a time, or for a signal from outside. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { IssueSnapshot } from './snapshots.ts';
import { OnDeadline, SIGNAL_MAX_BYTES, Wait, WaitCause, WaitKey } from './wait-records.ts';
import { RedactionReason } from '../redaction.ts';
import { Id, IssueRef, page, PathId, Timestamp } from '../vocabulary.ts';

/** Longest wait that is named by its seconds: ten years. */
const SECONDS_MAX = 315_360_000;
/** The last year of a time: what is later is a mistake, and some clients cannot read it. */
const YEAR_MAX = 9_999;
const NOTE_MAX = 1_000;

const SnapshotOfWait = Wait.pick({
  agentId: true,
  note: true,
  until: true,
  deadline: true,
  onDeadline: true,
  signal: true,
}).extend({ waitId: Id });

export const WaitStarted = IssueSnapshot.extend({ wait: SnapshotOfWait });
export const WaitEnded = IssueSnapshot.extend({
  wait: SnapshotOfWait.extend({
    cause: WaitCause,
    received: z
      .string()
      .nullable()
      .describe('The first 2,000 characters of what a signal brought.'),
    moved: z
      .boolean()
      .describe('Whether the deadline has blocked or cancelled the issue: then nobody is woken.'),
  }),
});
export type WaitEnded = z.output<typeof WaitEnded>;

const Time = Timestamp.refine((text) => Number(text.slice(0, 4)) <= YEAR_MAX);

/** What a request says of a wait. */
export const waitFields = {
  until: Time.optional().describe(
    'An agent waits a minute at least: an earlier time becomes that, and so does an earlier deadline.',
  ),
  after: z
    .int()
    .min(60)
    .max(SECONDS_MAX)
    .optional()
    .describe('Seconds from now, instead of `until`.'),
  signal: z
    .boolean()
    .default(false)
    .describe('Makes an address of one use, `signalUrl`, that ends the wait.'),
  key: WaitKey.optional().describe(
    'A hook of the company that finds this key in a delivery ends the wait, with the cause `signal`.',
  ),
  deadline: Time.optional().describe('Ends the wait at the latest.'),
  onDeadline: OnDeadline.default('wake').describe(
    'At the deadline: wake the agent, or block or cancel the issue, as whoever made the wait may then.',
  ),
  note: z.string().trim().min(1).max(NOTE_MAX).describe('What to do then; the woken run reads it.'),
};

/** SHA-256 of a token in base64url: between services only the hash of it travels. */
const TokenHash = z.string().length(43);

export const waitOperations = {
  startWait: operation({
    kind: 'write',
    summary: 'Let an agent wait, with the token of its signal.',
    who: ['agent', 'board'],
    stores: true,
    input: z.object({ companyId: Id, issueId: IssueRef, ...waitFields }),
    output: Wait.extend({ token: z.string().nullable() }),
    refusals: [
      'issue_not_found',
      'wait_without_end',
      'too_many_waits',
      'illegal_transition',
      'assignee_required',
      'not_the_owner',
      'cancel_needs_manager',
      'answer_shown_once',
    ],
    emits: ['issue.wait_started'],
    secretAnswer: 'token',
  }),
  listWaits: operation({
    http: 'GET /api/issues/:issueId/waits',
    summary: 'What agents wait for on an issue: the open waits first, the newest first.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, ...page }),
    output: z.array(Wait),
    paged: true,
    refusals: ['issue_not_found'],
  }),
  cancelWait: operation({
    http: 'DELETE /api/issues/:issueId/waits/:waitId',
    summary: 'Cancel a wait: nobody is woken by it. One that has ended stays as it is.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, waitId: PathId }),
    output: Wait,
    refusals: ['issue_not_found', 'wait_not_found', 'not_the_owner'],
    emits: ['issue.wait_ended'],
  }),
  redactWait: operation({
    http: 'POST /api/issues/:issueId/waits/:waitId/redact',
    summary:
      'Take away the note of a wait for good, and what its signal brought, such as a secret: a live run of the ' +
      'agent that waits or has made it, or the board. One that is open goes on.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ issueId: IssueRef, waitId: PathId, reason: RedactionReason.optional() }),
    output: Wait,
    refusals: ['issue_not_found', 'wait_not_found', 'not_the_author'],
    emits: ['issue.wait_redacted'],
  }),
  endWaitBySignal: operation({
    kind: 'write',
    summary: 'End the wait of a token.',
    who: ['service'],
    input: z.object({ tokenHash: TokenHash, received: z.string().max(SIGNAL_MAX_BYTES) }),
    output: z.object({}),
    refusals: ['signal_not_found'],
    emits: ['issue.wait_ended'],
  }),
  endWaitsByKey: operation({
    kind: 'write',
    summary: 'End the open waits of a company that have a key.',
    who: ['board'],
    input: z.object({ companyId: Id, key: WaitKey, received: z.string().max(SIGNAL_MAX_BYTES) }),
    output: z.object({ issueIds: z.array(Id) }),
    refusals: [],
    emits: ['issue.wait_ended'],
  }),
} as const;
