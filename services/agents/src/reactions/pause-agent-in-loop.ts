import { scheduler, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { snapshotOf } from '../domain/agent.ts';
import { pauseAgentInLoop as savePause } from '../store/agent-status.ts';

/** Until somebody has looked: no budget that has room again resumes it. */
export const pauseAgentInLoop = reaction(
  scheduler,
  ['agent.loop_detected'],
  async ({ companyId, payload: { agentId } }, { db, say }: Context<typeof agents>) => {
    const paused = await savePause(db, { companyId, agentId });
    if (!paused) return;
    say('agent.paused', { companyId, entityId: agentId, payload: snapshotOf(paused) });
  },
);
