/**
 * Agents that may run at last: what they wait for has passed by itself, such as a quota. However
 * many cannot run yet, a look passes so many of them and the next one goes on behind them.
 */
import type { Runtime } from '@muster/service-kit';
import { listWaitingAgents } from '../store/wakeups.ts';
import { agentIds, eachCompany } from './each-company.ts';
import { queueRuns } from './queue-runs.ts';

/** Agents of one look: a second for each thousand that wait, until one of them is looked at. */
const LOOK_MAX = 1_000;

export function runWaitingInTurn(lookMax = LOOK_MAX): (runtime: Runtime) => Promise<void> {
  let after: string | null = null;
  return async function runWaiting(runtime) {
    const waiting = await listWaitingAgents(runtime.db, after, lookMax);
    after = waiting.length < lookMax ? null : (waiting.at(-1)?.agentId ?? null);
    await eachCompany(runtime, waiting.filter(({ mayRun }) => mayRun), (context, companyId, rows) =>
      queueRuns(context, companyId, agentIds(rows)));
  };
}
