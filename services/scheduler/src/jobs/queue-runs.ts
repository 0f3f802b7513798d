/** From waiting wake-ups to a queued run: one for each agent that may run and has no live run. */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { tell } from '../domain/run-context.ts';
import { hints } from '../hints.ts';
import { insertRun } from '../store/run-lifecycle.ts';
import { coalesceWakes, listReady } from '../store/wakeups.ts';
import { sayRun, type RunContext } from './say-run.ts';

export async function queueRuns(
  context: RunContext,
  companyId: string,
  agentIds: readonly string[],
): Promise<Run[]> {
  if (agentIds.length === 0) return [];
  const ready = await listReady(context.db, companyId, agentIds);
  const queued: Run[] = [];
  for (const [agentId, wakes] of Map.groupBy(ready, (wake) => wake.agentId)) {
    const told = tell(wakes.map(({ agentId: _, ...wake }) => wake));
    const run = await insertRun(context.db, { id: newId(), companyId, agentId, ...told });
    if (!run) continue;
    await coalesceWakes(context.db, run.id, wakes.map(({ id }) => id));
    sayRun(context, 'run.queued', run);
    const { traceparent } = told;
    context.afterCommit(() => hints.emit('queued', { runId: run.id, traceparent }));
    queued.push(run);
  }
  return queued;
}
