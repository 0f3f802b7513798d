/** From waiting wake-ups to a queued run: one for each agent that can run and has no live run. */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { buildRunContext } from '../domain/run-context.ts';
import { insertRun } from '../store/runs/run-lifecycle.ts';
import { skipStaleWakes } from '../store/wakes/stale-wakes.ts';
import { listReady, READY_MAX, type ReadyWake } from '../store/wakes/wakeups.ts';
import { skipWakes } from '../wakes/skip-wakes.ts';
import { emitRun, type RunTransaction } from './run-transaction.ts';

export async function queueRuns(
  context: RunTransaction,
  companyId: string,
  agentIds: readonly string[],
): Promise<Run[]> {
  const queued: Run[] = [];
  for (let isMore = agentIds.length > 0; isMore;) {
    const ready = await listReady(context.db, companyId, agentIds);
    const next = await queueReady(context, companyId, ready);
    queued.push(...next);
    // Those that have got a run, or were skipped, are no longer ready.
    const isLess = next.length > 0 || ready.some(({ staleReason }) => staleReason);
    isMore = ready.length === READY_MAX && isLess;
  }
  return queued;
}

/** For wake-ups that were found to be ready in this transaction. */
export async function queueReady(
  context: RunTransaction,
  companyId: string,
  ready: readonly ReadyWake[],
): Promise<Run[]> {
  const { db, afterCommit, parts } = context;
  const queued: Run[] = [];
  const stale = ready.filter(({ staleReason }) => staleReason !== null);
  if (stale.length > 0) await skipWakes(context, companyId, await skipStaleWakes(db, stale));
  const carried = ready.flatMap(({ staleReason, ...wake }) => (staleReason === null ? [wake] : []));
  for (const [agentId, wakes] of Map.groupBy(carried, (wake) => wake.agentId)) {
    const briefing = buildRunContext(wakes);
    const wakeIds = wakes.map(({ id }) => id);
    const run = await insertRun(db, { id: newId(), companyId, agentId, ...briefing }, wakeIds);
    if (!run) continue;
    emitRun(context, 'run.queued', run);
    const { traceparent } = briefing;
    afterCommit(() => parts.signals.emit('queued', { runId: run.id, traceparent }));
    queued.push(run);
  }
  return queued;
}
