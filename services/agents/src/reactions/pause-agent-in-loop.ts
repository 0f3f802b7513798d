import { scheduler, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import { agentEvent } from '../events.ts';
import { saveLoopPause } from '../store/agent-status.ts';

/** Pauses the agent until the board resumes it; a restored budget does not. */
export const pauseAgentInLoop = reaction(
  scheduler,
  ['agent.loop_detected'],
  async ({ companyId, payload: { agentId } }, { db, emit }: Context<typeof agents>) => {
    const paused = await saveLoopPause(db, { companyId, agentId });
    if (!paused) return;
    emit(agentMoves.pause.emits, agentEvent(paused));
  },
);
