/** Heartbeats: wake-ups, runs and their output. */
import { z } from 'zod';
import { contract, event, operation } from '../define.ts';
import { checkEvents, checkOperations } from './agent-check.ts';
import { installedAdapterOperations } from './installed-adapters.ts';
import { explainOperations } from './explain.ts';
import { failingEvents } from './failing.ts';
import { outputEvents } from './outputs.ts';
import { quotaEvents, quotaOperations } from './quota.ts';
import { Run, RunWork, SharedRunWarning, Usage } from './records.ts';
import { LineSource, runLogEvents, runLogOperations, RunLogRedaction } from './run-log.ts';
import { statisticsOperations } from './run-statistics.ts';
import { remoteEvents, remoteOperations } from './remote.ts';
import { runMessageEvents, runMessageOperations } from './run-messages.ts';
import { wakeEvents, wakeOutcomes } from './wake-events.ts';
import { stored } from '../storage-quota.ts';
import {
  AgentRef,
  Id,
  JsonObject,
  NonEmptyText,
  page,
  PathId,
  RunSource,
  RunStatus,
  Timestamp,
} from '../vocabulary.ts';

/**
 * `live`: queued or running. `failedLastDay`: failed, timed out or lost in the last 24 hours.
 * `usageIgnoredLastDay`: of the last 24 hours, with the warning `usage_ignored`.
 */
export const RunCounts = z.object({
  live: z.int(),
  failedLastDay: z.int(),
  /** Absent in answers of the release before. */
  usageIgnoredLastDay: z.int().optional(),
  /** Agents that start no run because the quota of their model provider is used up. */
  agentsHeldForQuota: z.int().optional(),
  /** Quotas of which a model provider has said in the last 24 hours that they are nearly used up. */
  quotasNearlyUsedLastDay: z.int().optional(),
});
export type RunCounts = z.output<typeof RunCounts>;

const RunSnapshot = z.object({
  runId: Id,
  agentId: Id,
  status: RunStatus,
  source: RunSource,
  epoch: z.int(),
  issueId: Id.nullable(),
  errorCode: z.string().nullable(),
  usage: Usage.nullable(),
  /** Absent where there are none. */
  warnings: z.array(SharedRunWarning).optional(),
});
const runEvent = (summary: string) =>
  event({ entity: 'run', version: 1, summary, payload: RunSnapshot });

/** Longest end of an output in one answer, in bytes: as much as a read from an offset returns. */
const RUN_LOG_TAIL_MAX = 262_144;

/** A wake-up on demand: `wakeup` and `heartbeat/invoke` are two paths of one operation. */
const wakeOperation = {
  who: ['agent', 'board'],
  stores: true,
  status: 202,
  input: z.object({
    agentId: AgentRef,
    companyId: Id.optional(),
    source: RunSource.exclude(['retry']).default('on_demand'),
    reason: NonEmptyText.max(500).optional(),
    payload: JsonObject.optional(),
    /** An earlier run of the agent: the new one is for the same issue. */
    likeRunId: Id.optional(),
    /** Wake-ups of one agent with the same key are one; unlike the header, without expiry. */
    idempotencyKey: NonEmptyText.max(200).optional(),
  }),
  output: z.union([Run, z.object({ status: z.literal('skipped'), reason: z.string() })]),
  refusals: ['agent_not_found', 'run_not_found', 'agent_not_runnable', 'not_your_agent'],
  emits: ['run.queued', 'agent.loop_detected', ...wakeOutcomes],
} as const;

export const scheduler = contract({
  name: 'scheduler',
  summary: 'Wake-ups of agents, their runs and the output of runs.',
  operations: {
    wakeAgent: operation({
      http: 'POST /api/agents/:agentId/wakeup',
      summary: 'Wake an agent now.',
      ...wakeOperation,
    }),
    invokeHeartbeat: operation({
      http: 'POST /api/agents/:agentId/heartbeat/invoke',
      summary: 'Wake an agent now; the same as wakeAgent.',
      ...wakeOperation,
    }),
    listRuns: operation({
      http: 'GET /api/companies/:companyId/heartbeat-runs',
      summary:
        'Runs of a company, newest first. With `status` or `source` a page may have fewer runs than ' +
        'its limit, or none, and still a next cursor.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        agentId: Id.optional(),
        issueId: Id.optional(),
        status: z.array(RunStatus).max(7).optional(),
        source: z.array(RunSource).max(7).optional(),
        /** Only runs that were made at this moment or later. */
        since: Timestamp.optional(),
        /** Only runs that were made before this moment. */
        until: Timestamp.optional(),
        ...page,
      }),
      output: z.array(Run),
      paged: true,
      refusals: [],
    }),
    countRuns: operation({
      kind: 'read',
      summary: 'How many runs of a company are live, and how many failed in the last 24 hours.',
      who: ['agent', 'board'],
      input: z.object({ companyId: Id }),
      output: RunCounts.extend(stored),
      refusals: [],
    }),
    getRun: operation({
      http: 'GET /api/heartbeat-runs/:runId',
      summary: 'One run.',
      who: ['agent', 'board'],
      input: z.object({ runId: PathId }),
      output: Run,
      refusals: ['run_not_found'],
    }),
    getRunLog: operation({
      http: 'GET /api/heartbeat-runs/:runId/log',
      summary: 'The output of a run from an offset on; also while the run is live.',
      who: ['agent', 'board'],
      input: z.object({
        runId: PathId,
        offset: z
          .int()
          .min(0)
          .default(0)
          .describe(
            'Where to begin, in bytes. Within a character, the text begins with the whole character, at ' +
              '`offset` of the answer.',
          ),
        tail: z
          .int()
          .min(1)
          .max(RUN_LOG_TAIL_MAX)
          .optional()
          .describe(
            'At most so many bytes from the end, instead of from an offset. The text begins with ' +
              'a whole character, at `offset` of the answer.',
          ),
      }),
      output: z.object({
        runId: Id,
        offset: z.int(),
        nextOffset: z.int(),
        /** True if no more output will be added. */
        complete: z.boolean(),
        truncated: z.boolean(),
        text: z.string(),
        sources: z.array(LineSource).optional(),
        redactions: z
          .array(RunLogRedaction)
          .optional()
          .describe('Only if lines of the output were redacted: which, by whom and when.'),
      }),
      refusals: ['run_not_found'],
    }),
    ...runLogOperations,
    ...remoteOperations,
    ...runMessageOperations,
    ...explainOperations,
    ...checkOperations,
    ...installedAdapterOperations,
    ...quotaOperations,
    ...statisticsOperations,
    cancelRun: operation({
      http: 'POST /api/heartbeat-runs/:runId/cancel',
      summary: 'Cancel a run.',
      who: ['board'],
      input: z.object({ runId: PathId }),
      output: Run,
      refusals: ['run_not_found', 'run_already_finished'],
      emits: ['run.finished'],
    }),
  },
  events: {
    ...remoteEvents,
    ...runMessageEvents,
    ...runLogEvents,
    ...quotaEvents,
    ...wakeEvents,
    ...checkEvents,
    'run.queued': runEvent('A run was queued for wake-ups of an agent.'),
    'agent.loop_detected': event({
      entity: 'agent',
      version: 1,
      summary: 'Wake-ups of an agent form a loop; the agent is paused.',
      payload: z.object({
        agentId: Id,
        sign: z.enum(['too_many_hops', 'too_many_wakes']),
        /** Number of runs between the root cause and the last wake-up. */
        hops: z.int(),
        /** Wake-ups of this agent by the root cause in ten minutes. */
        wakes: z.int(),
        /** The root cause: the event or the request that began the loop. */
        rootId: Id,
      }),
    }),
    ...failingEvents,
    ...outputEvents,
    'run.started': runEvent('A run started.'),
    'run.usage_reported': runEvent('A live run reported its usage so far.'),
    'run.finished': event({
      entity: 'run',
      version: 1,
      summary: 'A run ended, with the status in the payload.',
      payload: RunSnapshot.extend({
        /** Whether the run had started, so that the agent was running. */
        wasStarted: z.boolean(),
        startedAt: Timestamp.nullable(),
        finishedAt: Timestamp,
        /** Kept beside an ending that the program has reported itself. */
        exitCode: z.int().nullable().optional(),
        isGivenUp: z
          .literal(true)
          .optional()
          .describe('Only if it has not succeeded and its wake-ups bring no other run.'),
        /** Absent for a run without a checkout of its own, and where the run was ended before its program. */
        work: RunWork.optional(),
      }),
    }),
  },
});
