/** Heartbeats: wake-ups, runs and their output. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import { explainOperations } from './scheduler-explain.ts';
import { Run, Usage } from './scheduler-records.ts';
import { remoteEvents, remoteOperations } from './scheduler-remote.ts';
import {
  AgentRef, Id, JsonObject, NonEmptyText, page, PathId, RunSource, RunStatus, Timestamp,
} from './vocabulary.ts';

/** `live`: queued or running. `failedLastDay`: failed, timed out or lost in the last 24 hours. */
export const RunCounts = z.object({ live: z.int(), failedLastDay: z.int() });
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
});
const runEvent = (summary: string) =>
  event({ entity: 'run', version: 1, summary, payload: RunSnapshot });

/** A call by hand: `wakeup` and `heartbeat/invoke` are two names of one operation. */
const waking = {
  who: ['agent', 'board'],
  status: 202,
  input: z.object({
    agentId: AgentRef,
    companyId: Id.optional(),
    source: RunSource.exclude(['retry']).default('on_demand'),
    reason: NonEmptyText.max(500).optional(),
    payload: JsonObject.optional(),
    /** Wake-ups of one agent with the same key are one; unlike the header, for ever. */
    idempotencyKey: NonEmptyText.max(200).optional(),
  }),
  output: z.union([Run, z.object({ status: z.literal('skipped'), reason: z.string() })]),
  refusals: ['agent_not_found', 'agent_not_runnable', 'not_your_agent'],
  says: ['run.queued', 'agent.loop_detected'],
} as const;

export const scheduler = contract({
  name: 'scheduler',
  summary: 'When agents wake, and what became of their runs.',
  operations: {
    wakeAgent: operation({
      http: 'POST /api/agents/:agentId/wakeup', summary: 'Wake an agent now.', ...waking,
    }),
    invokeHeartbeat: operation({
      http: 'POST /api/agents/:agentId/heartbeat/invoke',
      summary: 'Wake an agent now; the same as its wakeup.',
      ...waking,
    }),
    listRuns: operation({
      http: 'GET /api/companies/:companyId/heartbeat-runs',
      summary: 'Runs of a company, newest first.',
      who: ['agent', 'board'],
      input: z.object({
        companyId: PathId,
        agentId: Id.optional(),
        status: z.array(RunStatus).max(7).optional(),
        ...page,
      }),
      output: z.array(Run),
      paged: true,
      refusals: [],
    }),
    countRuns: operation({
      kind: 'read',
      summary: 'How many runs of a company live, and how many failed in the last 24 hours.',
      who: ['agent', 'board'],
      input: z.object({ companyId: Id }),
      output: RunCounts,
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
      summary: 'The output of a run from an offset on; readable while it lives.',
      who: ['agent', 'board'],
      input: z.object({ runId: PathId, offset: z.int().min(0).default(0) }),
      output: z.object({
        runId: Id,
        offset: z.int(),
        nextOffset: z.int(),
        /** True when nothing will be added any more. */
        complete: z.boolean(),
        truncated: z.boolean(),
        text: z.string(),
      }),
      refusals: ['run_not_found'],
    }),
    ...remoteOperations,
    ...explainOperations,
    cancelRun: operation({
      http: 'POST /api/heartbeat-runs/:runId/cancel',
      summary: 'Stop a run.',
      who: ['board'],
      input: z.object({ runId: PathId }),
      output: Run,
      refusals: ['run_not_found', 'run_already_finished'],
      says: ['run.finished'],
    }),
  },
  events: {
    ...remoteEvents,
    'run.queued': runEvent('Wake-ups became a run.'),
    'agent.loop_detected': event({
      entity: 'agent',
      version: 1,
      summary: 'Wake-ups of an agent go round in circles; it is paused for that.',
      payload: z.object({
        agentId: Id,
        sign: z.enum(['too_many_hops', 'too_many_wakes']),
        /** Runs between the first cause and the last wake-up. */
        hops: z.int(),
        /** Wake-ups of this agent by that cause in ten minutes. */
        wakes: z.int(),
        /** The event or the call with which it began. */
        rootId: Id,
      }),
    }),
    'run.started': runEvent('The agent was started.'),
    'run.usage_reported': runEvent('A live run reported what it has used so far.'),
    'run.finished': event({
      entity: 'run',
      version: 1,
      summary: 'A run ended; its status says how.',
      payload: RunSnapshot.extend({
        /** Whether it had been started, so that an agent was running. */
        wasStarted: z.boolean(),
        startedAt: Timestamp.nullable(),
        finishedAt: Timestamp,
      }),
    }),
  },
});
