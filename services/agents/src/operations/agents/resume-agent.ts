import { Refusal, stateAfter, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireManagerOf } from '../../configuration/authority.ts';
import { agentMoves } from '../../domain/agent-machine.ts';
import { agentEvent } from '../../events.ts';
import { resumeAgent as saveResume } from '../../store/agent-status.ts';
import { getAgent } from '../../store/agents.ts';
import { isBudgetSpent } from '../../store/budgets.ts';
import { lockAgent } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

export const resumeAgent: Handler<typeof agents, 'resumeAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, actor, scope, emit },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  await requireManagerOf(db, actor, agent);
  const next = stateAfter(agentMoves.resume, status);
  if (!next) throw new Refusal('illegal_transition', { from: status, to: 'idle' });
  if (await isBudgetSpent(db, { companyId, agentId })) throw new Refusal('budget_spent');
  await saveResume(db, { companyId, agentId });
  const resumed = await getAgent(db, scope, { ref: agentId });
  emit(agentMoves.resume.emits, agentEvent(resumed));
  return showAgent(resumed);
};
