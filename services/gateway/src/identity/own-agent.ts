/**
 * The agent whose keys a caller may see and change: any for the board, only itself for an agent.
 */
import { Refusal, type Actor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { getAgent, type AgentRow } from '../copies/store/agents.ts';

export async function getOwnAgent(
  { db, actor, scope }: { db: Db; actor: Actor; scope: Parameters<typeof getAgent>[1] },
  ref: { agentId: string; companyId?: string | undefined },
): Promise<AgentRow> {
  const agent = await getAgent(db, scope, ref);
  if (actor.type === 'agent' && actor.id !== agent.agentId) throw new Refusal('not_your_agent');
  return agent;
}
