import { Refusal, stateAfter, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireManagerOf } from '../../configuration/authority.ts';
import { agentMoves } from '../../domain/agent-machine.ts';
import { agentEvent } from '../../events.ts';
import { isPausedByBoard, savePause } from '../../store/agent-status.ts';
import { getAgent } from '../../store/agents.ts';
import { lockAgent } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

/**
 * Pauses by hand, which overrides every other reason: an agent that was paused for its budget and
 * is then paused by hand does not resume by itself when the budget has room again. One that the board
 * pauses, only the board resumes, also if a manager had paused it before.
 */
export const pauseAgent: Handler<typeof agents, 'pauseAgent'> = async (
  { agentId: ref, companyId: inCompany },
  { db, actor, scope, emit },
) => {
  const agent = await lockAgent(db, scope, { ref, companyId: inCompany });
  const { id: agentId, companyId, status } = agent;
  await requireManagerOf(db, actor, agent);
  const byBoard = actor.type === 'user';
  const isPaused = agent.pauseReason === 'manual';
  if (isPaused && (!byBoard || (await isPausedByBoard(db, { companyId, agentId })))) {
    return showAgent(agent);
  }
  if (status !== 'paused' && !stateAfter(agentMoves.pause, status)) {
    throw new Refusal('illegal_transition', { from: status, to: 'paused' }, hintOf(status));
  }
  await savePause(db, { companyId, agentId }, { byBoard });
  const paused = await getAgent(db, scope, { ref: agentId });
  emit(agentMoves.pause.emits, agentEvent(paused));
  return showAgent(paused);
};

/** The two statuses in which nothing runs that could be paused. */
const hintOf = (status: string): string =>
  status === 'terminated'
    ? 'the agent is terminated and does not run again; create another one'
    : 'the hire waits for the board: reject its approval instead, or wait until it is approved';
