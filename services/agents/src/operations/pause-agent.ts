import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { after } from '../domain/agent-machine.ts';
import { pauseAgent as savePause } from '../store/agent-status.ts';
import { getAgent } from '../store/agents.ts';
import { lockAgent } from '../store/locks.ts';
import { mayManage } from './authority.ts';

/**
 * By hand, which outlasts every other reason: an agent that was paused for its budget and is then
 * paused by somebody does not resume by itself when the budget has room again.
 */
export const pauseAgent: Handler<typeof agents, 'pauseAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, actor, scope, say },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  await mayManage(db, actor, agent);
  if (agent.pauseReason === 'manual') return showAgent(agent);
  if (status !== 'paused' && !after(status, 'pause')) {
    throw new Refusal('illegal_transition', { from: status, to: 'paused' });
  }
  await savePause(db, { companyId, agentId });
  const paused = await getAgent(db, scope, { ref: agentId });
  say('agent.paused', { companyId, entityId: agentId, payload: snapshotOf(paused) });
  return showAgent(paused);
};
