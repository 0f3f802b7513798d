import { Refusal, stateAfter, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireManagerOf } from '../../configuration/authority.ts';
import { agentMoves } from '../../domain/agent-machine.ts';
import { agentEvent } from '../../events.ts';
import { isPausedByBoard, saveResumption } from '../../store/agent-status.ts';
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
  if (!next) throw new Refusal('illegal_transition', { from: status, to: 'idle' }, hintOf(status));
  if (actor.type === 'agent' && (await isPausedByBoard(db, { companyId, agentId }))) {
    throw new Refusal('paused_by_board');
  }
  if (await isBudgetSpent(db, { companyId, agentId })) throw new Refusal('budget_spent');
  await saveResumption(db, { companyId, agentId });
  const resumed = await getAgent(db, scope, { ref: agentId });
  emit(agentMoves.resume.emits, agentEvent(resumed));
  return showAgent(resumed);
};

/** Only a paused agent can be resumed. */
const hintOf = (status: string): string => {
  if (status === 'terminated')
    return 'the agent is terminated and does not run again; create another one';
  if (status === 'pending_approval')
    return 'the hire waits for the board: POST /api/approvals/:approvalId/approve';
  return 'the agent is not paused: nothing to do; POST /api/agents/:agentId/wakeup starts it';
};
