/**
 * Runs that are carried out elsewhere: an agent that fetches its wake-ups, or one that is called,
 * says itself that it lives and how its run has ended.
 */
import { z } from 'zod';
import { event, operation } from './define.ts';
import { Activity } from './log.ts';
import { Run, Usage } from './scheduler-records.ts';
import { Id, PathId, RunSource, Timestamp } from './vocabulary.ts';

/** Longest that a request for wake-ups is held: proxies give up after a minute. */
export const WAKES_WAIT_MAX_SECONDS = 55;
/** Longest words of an agent on how its run has ended, in characters. */
const SAID_MAX = 4_000;
/** Events of a run in one answer. A limit over it counts as this. */
export const RUN_EVENTS_MAX = 200;

/** A reason to work that waits to be taken: `runId` is the run that starts when it is. */
export const OfferedWake = z.object({
  id: Id,
  runId: Id,
  source: RunSource,
  reason: z.string(),
  issueId: Id.nullable(),
  commentId: Id.nullable(),
  approvalId: Id.nullable(),
  approvalStatus: z.string().nullable(),
  linkedIssueIds: z.array(Id),
  payload: z.json(),
  createdAt: Timestamp,
});
export type OfferedWake = z.output<typeof OfferedWake>;

/** What an agent elsewhere has to know: a started one finds it in its environment. */
export const RunVariables = z.record(z.string(), z.string())
  .describe('What a started agent would find in its environment: SERVICE_API_KEY and the others.');

const NotBefore = Timestamp.optional().describe(
  'No run of the agent starts before, whatever wakes it: its provider serves it no more until ' +
    'then. A day ahead at most.',
);

const beaten = z.object({
  /** Stop working, undo nothing: whatever is asked with this run is refused from now on. */
  stop: z.boolean(),
  reason: z.string().nullable(),
  /** Silent until then, the run is lost and its work is given out again. */
  leaseExpiresAt: Timestamp.nullable(),
  /** A run that has not ended by then has taken too long. */
  deadlineAt: Timestamp.nullable(),
});

const elsewhere = ['run_not_found', 'not_your_run', 'run_not_started', 'run_held_here'] as const;

export const remoteOperations = {
  listOfferedWakes: operation({
    kind: 'read',
    summary: 'Wake-ups of the calling agent that wait to be taken, the most urgent first.',
    who: ['agent'],
    input: z.object({}),
    output: z.array(OfferedWake),
    refusals: [],
  }),
  ackWake: operation({
    http: 'POST /api/agents/me/wakes/:wakeId/ack',
    summary: 'Take a wake-up: its run begins, with everything that has come for the agent.',
    who: ['agent'],
    input: z.object({ wakeId: PathId }),
    output: z.object({
      run: Run,
      variables: RunVariables,
      leaseExpiresAt: Timestamp,
      deadlineAt: Timestamp,
    }),
    refusals: [
      'wake_not_found', 'not_your_run', 'wake_already_taken', 'wake_not_offered',
      'answer_shown_once',
    ],
    says: ['run.started', 'run.finished'],
    secretAnswer: true,
  }),
  beatRun: operation({
    http: 'POST /api/heartbeat-runs/:runId/beat',
    summary: 'Say that a run lives and what it has used so far; the answer says whether to stop.',
    who: ['agent'],
    input: z.object({ runId: PathId, usage: Usage.optional(), notBefore: NotBefore }),
    output: beaten,
    refusals: elsewhere,
    says: ['run.usage_reported'],
  }),
  finishRun: operation({
    http: 'POST /api/heartbeat-runs/:runId/finish',
    summary: 'Say how a run has ended. Said twice, it has ended once.',
    who: ['agent'],
    input: z.object({
      runId: PathId,
      status: z.enum(['succeeded', 'failed', 'cancelled']),
      usage: Usage.optional(),
      notBefore: NotBefore,
      error: z.string().max(SAID_MAX).optional(),
      resultSummary: z.string().max(SAID_MAX).optional(),
    }),
    output: Run,
    refusals: [...elsewhere, 'run_already_finished'],
    says: ['run.finished', 'run.queued', 'run.usage_reported'],
  }),
  listRunEvents: operation({
    http: 'GET /api/heartbeat-runs/:runId/events',
    summary: 'What happened to a run, the oldest first, after a number.',
    who: ['agent', 'board'],
    input: z.object({
      runId: PathId,
      afterSeq: z.int().min(0).default(0),
      limit: z.int().min(1).default(RUN_EVENTS_MAX),
    }),
    output: z.array(Activity),
    refusals: ['run_not_found'],
  }),
} as const;

export const remoteEvents = {
  'run.offered': event({
    entity: 'run',
    version: 1,
    summary: 'A run waits for its agent to fetch it.',
    payload: z.object({ runId: Id, agentId: Id, issueId: Id.nullable() }),
  }),
} as const;
