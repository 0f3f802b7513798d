/** New wake-ups from any source: inserted, checked by the storm breaker, counted. */
import type { Run } from '@muster/contracts';
import { pipelined } from '@muster/service-kit';
import { queueReady } from '../runs/queue-runs.ts';
import type { RunTransaction } from '../runs/run-transaction.ts';
import {
  insertWakes,
  listReady,
  type InsertedWake,
  type NewWake,
  type WakeOrigin,
} from '../store/wakes/wakeups.ts';
import { breakStorms } from './break-storms.ts';
import { emitJoined } from './emit-outcomes.ts';

/** A cause that has woken an agent before adds nothing. */
export async function enqueueWakes(
  context: RunTransaction,
  origin: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<void> {
  if (wakes.length === 0) return;
  await checkInserted(context, origin, await insertWakes(context.db, origin, wakes));
}

/** Returns the runs that are queued for them, of agents that can run now. */
export async function wakeAgents(
  context: RunTransaction,
  origin: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<Run[]> {
  if (wakes.length === 0) return [];
  const { companyId } = origin;
  const woken = [...new Set(wakes.map(({ agentId }) => agentId))];
  const [inserted, ready] = await pipelined([
    insertWakes(context.db, origin, wakes),
    listReady(context.db, companyId, woken),
  ]);
  const stopped = await checkInserted(context, origin, inserted);
  const runnable = ready.filter(({ agentId }) => !stopped.includes(agentId));
  const queued = await queueReady(context, companyId, runnable);
  const served = new Set([...stopped, ...queued.map(({ agentId }) => agentId)]);
  const isNew = new Set(inserted.map(({ agentId }) => agentId));
  const waiting = wakes.filter(({ agentId }) => isNew.has(agentId) && !served.has(agentId));
  await emitJoined(context, companyId, waiting);
  return queued;
}

/** Returns the agents that the storm breaker has stopped. */
async function checkInserted(
  context: RunTransaction,
  { companyId }: WakeOrigin,
  inserted: readonly InsertedWake[],
): Promise<string[]> {
  const stopped = await breakStorms(context, companyId, inserted);
  const { signals } = context.parts;
  const sources = inserted.map(({ source }) => source);
  context.afterCommit(() => signals.emit('counted', { kind: 'wakes', outcome: 'taken', sources }));
  return stopped;
}
