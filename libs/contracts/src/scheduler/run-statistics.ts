/** How the runs of one agent have gone lately. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { AgentRef, Id, RunSource, RunStatus, Timestamp } from '../vocabulary.ts';

/** Runs that statistics are of: the newest ones. */
export const STATISTICS_RUNS_MAX = 1_000;
/** Days that statistics look back. */
export const STATISTICS_DAYS = 30;

export const RunStatistics = z.object({
  agentId: Id,
  companyId: Id,
  runs: z
    .int()
    .describe(
      `How many: those of the last ${STATISTICS_DAYS} days, the newest ${STATISTICS_RUNS_MAX}.`,
    ),
  since: Timestamp.describe('When the first of them was made; without runs, where the days begin.'),
  byStatus: z.record(RunStatus, z.int()).describe('Every status is present.'),
  bySource: z.record(RunSource, z.int()).describe('Every source is present.'),
  workedSeconds: z.int().describe('From start to end, of the runs that have ended, added up.'),
  medianSeconds: z.number().nullable().describe('Of one run; null where none has ended.'),
  lastSucceededAt: Timestamp.nullable(),
  lastFailedAt: Timestamp.nullable().describe('When a run last failed, timed out or was lost.'),
});
export type RunStatistics = z.output<typeof RunStatistics>;

export const statisticsOperations = {
  getRunStatistics: operation({
    http: 'GET /api/agents/:agentId/run-statistics',
    summary:
      'How the runs of an agent have gone lately: how many, how they ended, how long they took.',
    who: ['agent', 'board'],
    input: z.object({ agentId: AgentRef, companyId: Id.optional() }),
    output: RunStatistics,
    refusals: ['agent_not_found'],
  }),
} as const;
