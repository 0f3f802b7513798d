/**
 * Remote runs: an agent that fetches its wake-ups, or that the scheduler calls over HTTP, sends
 * keep-alives for its run and reports how the run ended.
 */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { Activity } from '../event-log-operations.ts';
import { Run, UsageReport } from './records.ts';
import { Id, PathId, RunSource, Timestamp } from '../vocabulary.ts';

/** Longest wait of a request for wake-ups: most proxies time out after a minute. */
export const WAKES_WAIT_MAX_SECONDS = 55;
/** Longest text with which an agent reports the end of its run, in characters. */
const ENDING_TEXT_MAX = 4_000;
/** Most events of a run in one answer; a higher limit counts as this. */
export const RUN_EVENTS_MAX = 200;

/** A wake-up to take: taking it starts the run `runId`. */
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

/** The variables of a remote run; a local run has them in its environment. */
export const RunVariables = z
  .record(z.string(), z.string())
  .describe('The environment variables of a run: SERVICE_API_KEY and the others.');

const NotBefore = Timestamp.optional().describe(
  'No run of the agent starts before this time, for example because its model provider refuses ' +
    'requests until then. At most a day ahead. It counts for all agents of its quota group.',
);

const KeepAliveAnswer = z.object({
  /**
   * Stop working and undo nothing: requests with the token of this run are refused now, or, where
   * `leaseExpiresAt` is given, in a few seconds, which are left to finish the run.
   */
  stop: z.boolean(),
  reason: z.string().nullable(),
  /** Without a keep-alive until then, the run is lost and its wake-ups are offered again. */
  leaseExpiresAt: Timestamp.nullable(),
  /** A run that has not ended by then times out. */
  deadlineAt: Timestamp.nullable(),
});

const remoteRunRefusals = [
  'run_not_found',
  'not_your_run',
  'run_not_started',
  'run_held_here',
] as const;

export const remoteOperations = {
  listOfferedWakes: operation({
    kind: 'read',
    summary: 'Wake-ups of the calling agent to take, most urgent first.',
    who: ['agent'],
    input: z.object({}),
    output: z.array(OfferedWake),
    refusals: [],
  }),
  ackWake: operation({
    http: 'POST /api/agents/me/wakes/:wakeId/ack',
    summary: 'Take a wake-up: its run starts, with all pending wake-ups of the agent.',
    who: ['agent'],
    input: z.object({ wakeId: PathId }),
    output: z.object({
      run: Run,
      variables: RunVariables,
      leaseExpiresAt: Timestamp,
      deadlineAt: Timestamp,
    }),
    refusals: [
      'wake_not_found',
      'not_your_run',
      'wake_already_taken',
      'wake_not_offered',
      'answer_shown_once',
    ],
    emits: ['run.started', 'run.finished'],
    secretAnswer: true,
  }),
  beatRun: operation({
    http: 'POST /api/heartbeat-runs/:runId/beat',
    summary: 'Keep-alive of a run, with its usage so far; `stop` in the answer ends the work.',
    who: ['agent'],
    whilePaused: true,
    input: z.object({ runId: PathId, usage: UsageReport.optional(), notBefore: NotBefore }),
    output: KeepAliveAnswer,
    refusals: remoteRunRefusals,
    emits: ['run.usage_reported', 'quota.held'],
  }),
  finishRun: operation({
    http: 'POST /api/heartbeat-runs/:runId/finish',
    summary:
      'Report how a run ended. A repeat has no further effect. Of a run that was lost or has timed ' +
      'out the usage is booked, and its status stays.',
    who: ['agent'],
    whilePaused: true,
    input: z.object({
      runId: PathId,
      status: z.enum(['succeeded', 'failed', 'cancelled']),
      usage: UsageReport.optional(),
      notBefore: NotBefore,
      error: z.string().max(ENDING_TEXT_MAX).optional(),
      resultSummary: z.string().max(ENDING_TEXT_MAX).optional(),
    }),
    output: Run,
    refusals: [...remoteRunRefusals, 'run_already_finished'],
    emits: [
      'run.finished',
      'run.queued',
      'run.usage_reported',
      'quota.held',
      'quota.lifted',
      'agent.backed_off',
      'agent.recovered',
    ],
  }),
  listRunEvents: operation({
    http: 'GET /api/heartbeat-runs/:runId/events',
    summary: 'Events of a run after a sequence number, oldest first, as many as fit an answer.',
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
    summary: 'A run was offered to its remote agent.',
    payload: z.object({ runId: Id, agentId: Id, issueId: Id.nullable() }),
  }),
} as const;
