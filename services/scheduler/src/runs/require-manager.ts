import { Refusal, type Actor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { isManagedBy, type RosterAgent } from '../store/roster.ts';

/** An agent wakes, and speaks to, itself and those below it. */
export async function requireManager(db: Db, actor: Actor, agent: RosterAgent): Promise<void> {
  if (actor.type !== 'agent' || actor.id === agent.agentId) return;
  if (!(await isManagedBy(db, agent, actor.id))) throw new Refusal('not_your_agent');
}
