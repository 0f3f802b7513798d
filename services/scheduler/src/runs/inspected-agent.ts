/** Who may have which agent checked: the board, and managers their reports. */
import { composed, Refusal, refusalOfMember, type Actor } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { findAgent, isManagedBy, type FoundAgent } from '../store/roster.ts';

type Caller = Pick<Context<never>, 'db' | 'scope' | 'actor'>;

export async function getInspectedAgent(
  { db, scope, actor }: Caller,
  { agentId, companyId }: { readonly agentId: string; readonly companyId?: string | undefined },
): Promise<FoundAgent> {
  const agent = await findAgent(db, scope, agentId, companyId);
  if (!agent) throw new Refusal('agent_not_found');
  const refusal = refusalOfBoard(actor, agent.companyId);
  if (refusal) throw refusal;
  if (actor.type === 'agent' && !(await isManagedBy(db, agent, actor.id))) {
    throw new Refusal('not_your_report');
  }
  if (agent.status === 'terminated') {
    throw new Refusal('agent_not_runnable', { status: agent.status });
  }
  if (agent.companyStatus === 'archived') throw new Refusal('company_archived');
  return agent;
}

/** By the rule of the public operation: it is a write, although it changes no row. */
function refusalOfBoard(actor: Actor, companyId: string): Refusal | undefined {
  if (actor.type !== 'user' || actor.companies === 'all') return undefined;
  const member = actor.companies.find((one) => one.companyId === companyId);
  return member && refusalOfMember(composed.checkAgent, member);
}
