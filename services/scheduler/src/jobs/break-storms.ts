/**
 * The storm breaker. Wake-ups that go round in circles stop at once: their agent is given no run
 * from this transaction on, and what is said of it makes the agents service pause it. Nothing is
 * dropped; what waits is delivered when somebody has looked and resumes the agent.
 */
import { stormSign } from '../domain/storm.ts';
import { hints } from '../hints.ts';
import { countByCause } from '../store/chains.ts';
import { holdForLoop } from '../store/holds.ts';
import type { InsertedWake } from '../store/wakeups.ts';
import type { RunContext } from './say-run.ts';

/** Returns the agents that it has stopped. */
export async function breakStorms(
  { db, say, afterCommit }: RunContext,
  companyId: string,
  inserted: readonly InsertedWake[],
): Promise<string[]> {
  // Where a chain begins, one event wakes an agent once: there is nothing to count yet.
  const chained = inserted.filter(({ hops }) => hops > 0);
  if (chained.length === 0) return [];
  const stopped: string[] = [];
  const counts = await countByCause(db, companyId, chained);
  for (const { agentId, rootId, hops } of chained) {
    const wakes = counts.find((one) => one.agentId === agentId && one.rootId === rootId)?.wakes;
    const sign = stormSign(hops, wakes ?? 0);
    if (!sign || !(await holdForLoop(db, companyId, agentId))) continue;
    stopped.push(agentId);
    say('agent.loop_detected', {
      companyId, entityId: agentId, payload: { agentId, sign, hops, wakes: wakes ?? 0, rootId },
    });
    afterCommit(() => hints.emit('counted', { kind: 'loop' }));
  }
  return stopped;
}
