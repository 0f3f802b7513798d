/** New wake-ups, wherever they come from: kept, judged as a storm, counted. */
import type { Run } from '@muster/contracts';
import { together } from '@muster/service-kit';
import {
  insertWakes, listReady, type InsertedWake, type NewWake, type WakeOrigin,
} from '../store/wakeups.ts';
import { hints } from '../hints.ts';
import { breakStorms } from './break-storms.ts';
import { queueReady } from './queue-runs.ts';
import type { RunContext } from './say-run.ts';

/** A cause that woke an agent before adds nothing. */
export async function addWakes(
  context: RunContext,
  origin: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<void> {
  if (wakes.length === 0) return;
  await judge(context, origin, await insertWakes(context.db, origin, wakes));
}

/** Returns the runs that are queued for them, where their agents may run now. */
export async function wakeAgents(
  context: RunContext,
  origin: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<Run[]> {
  if (wakes.length === 0) return [];
  const { companyId } = origin;
  const woken = [...new Set(wakes.map(({ agentId }) => agentId))];
  const [inserted, ready] = await together([
    insertWakes(context.db, origin, wakes), listReady(context.db, companyId, woken),
  ]);
  const stopped = await judge(context, origin, inserted);
  const may = ready.filter(({ agentId }) => !stopped.includes(agentId));
  return queueReady(context, companyId, may);
}

/** Returns the agents that are given no run because they go round in circles. */
async function judge(
  context: RunContext,
  { companyId }: WakeOrigin,
  inserted: readonly InsertedWake[],
): Promise<string[]> {
  const stopped = await breakStorms(context, companyId, inserted);
  const sources = inserted.map(({ source }) => source);
  context.afterCommit(() => hints.emit('counted', { kind: 'wakes', outcome: 'taken', sources }));
  return stopped;
}
