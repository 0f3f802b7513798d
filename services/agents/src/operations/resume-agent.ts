import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { after } from '../domain/agent-machine.ts';
import { resumeAgent as saveResume } from '../store/agent-status.ts';
import { getAgent } from '../store/agents.ts';
import { isBudgetSpent } from '../store/budgets.ts';
import { lockAgent } from '../store/locks.ts';
import { mayManage } from './authority.ts';

export const resumeAgent: Handler<typeof agents, 'resumeAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, actor, scope, say },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  await mayManage(db, actor, agent);
  const next = after(status, 'resume');
  if (!next) throw new Refusal('illegal_transition', { from: status, to: 'idle' });
  if (await isBudgetSpent(db, { companyId, agentId })) throw new Refusal('budget_spent');
  await saveResume(db, { companyId, agentId });
  const resumed = await getAgent(db, scope, { ref: agentId });
  say('agent.resumed', { companyId, entityId: agentId, payload: snapshotOf(resumed) });
  return showAgent(resumed);
};
