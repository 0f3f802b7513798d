/**
 * The storm breaker stops wake-ups that go round in circles: from this transaction on the agent
 * gets no run, and the event that it emits makes the agents service pause the agent. No wake-up is
 * dropped; those that wait are delivered when a user resumes the agent.
 */
import { stormSign } from '../domain/storm.ts';
import type { RunTransaction } from '../runs/run-transaction.ts';
import { countWakesByRoot } from '../store/chains.ts';
import { holdForLoop } from '../store/waits/holds.ts';
import type { InsertedWake } from '../store/wakes/wakeups.ts';

/** Returns the agents that it has stopped. */
export async function breakStorms(
  { db, emit, afterCommit, parts: { signals } }: RunTransaction,
  companyId: string,
  inserted: readonly InsertedWake[],
): Promise<string[]> {
  // At the start of a chain one event wakes an agent once: there is nothing to count yet.
  const chained = inserted.filter(({ hops }) => hops > 0);
  if (chained.length === 0) return [];
  const stopped: string[] = [];
  const counts = await countWakesByRoot(db, companyId, chained);
  for (const { agentId, rootId, hops } of chained) {
    const wakes = counts.find((one) => one.agentId === agentId && one.rootId === rootId)?.wakes;
    const sign = stormSign(hops, wakes ?? 0);
    if (!sign || !(await holdForLoop(db, companyId, agentId))) continue;
    stopped.push(agentId);
    emit('agent.loop_detected', {
      companyId,
      entityId: agentId,
      payload: { agentId, sign, hops, wakes: wakes ?? 0, rootId },
    });
    afterCommit(() => signals.emit('counted', { kind: 'loop' }));
  }
  return stopped;
}
