/**
 * Queues runs of agents with waiting wake-ups that can run now because time has passed, such as
 * after a quota. Wake-ups of an agent that was terminated while they were taken fail. A pass looks
 * at a bounded number of agents and the next pass continues after them, however many of them cannot
 * run yet.
 */
import { applyLater, type Runtime } from '@muster/service-kit';
import { failWakesOfAgent } from '../bulk-effects/fail-wakes-of-agent.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { agentIdsOf, writePerCompany } from '../runs/write-per-company.ts';
import { listWaitingAgents } from '../store/wakes/wakeups.ts';

/** Agents in one pass: with a pass per second, an agent waits a second for each thousand. */
const AGENTS_MAX = 1_000;

export function openWaitingAgentsStep(
  agentsMax = AGENTS_MAX,
): (parts: { readonly runtime: Runtime }) => Promise<void> {
  let after: string | null = null;
  return async function queueWaitingAgents({ runtime }) {
    const waiting = await listWaitingAgents(runtime.db, after, agentsMax);
    after = waiting.length < agentsMax ? null : (waiting.at(-1)?.agentId ?? null);
    await writePerCompany(
      runtime,
      waiting.filter(({ canRun }) => canRun),
      (context, companyId, rows) => queueRuns(context, companyId, agentIdsOf(rows)),
    );
    await writePerCompany(
      runtime,
      waiting.filter(({ isTerminated }) => isTerminated),
      async (context, companyId, rows) => {
        for (const { agentId } of rows) {
          await applyLater(context, failWakesOfAgent, { companyId, subjectId: agentId });
        }
      },
    );
  };
}
