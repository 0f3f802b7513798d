/** From waiting wake-ups to a queued run: one for each agent that may run and has no live run. */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { tell } from '../domain/run-context.ts';
import { hints } from '../hints.ts';
import { insertRun } from '../store/run-lifecycle.ts';
import { listReady, type ReadyWake } from '../store/wakeups.ts';
import { sayRun, type RunContext } from './say-run.ts';

export async function queueRuns(
  context: RunContext,
  companyId: string,
  agentIds: readonly string[],
): Promise<Run[]> {
  if (agentIds.length === 0) return [];
  return queueReady(context, companyId, await listReady(context.db, companyId, agentIds));
}

/** For wake-ups that were found to be ready in this transaction. */
export async function queueReady(
  context: RunContext,
  companyId: string,
  ready: readonly ReadyWake[],
): Promise<Run[]> {
  const queued: Run[] = [];
  for (const [agentId, wakes] of Map.groupBy(ready, (wake) => wake.agentId)) {
    const told = tell(wakes.map(({ agentId: _, ...wake }) => wake));
    const wakeIds = wakes.map(({ id }) => id);
    const run = await insertRun(context.db, { id: newId(), companyId, agentId, ...told }, wakeIds);
    if (!run) continue;
    sayRun(context, 'run.queued', run);
    const { traceparent } = told;
    context.afterCommit(() => hints.emit('queued', { runId: run.id, traceparent }));
    queued.push(run);
  }
  return queued;
}
