import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { startRun } from '../store/agent-status.ts';

export const markAgentRunning = reaction(
  scheduler,
  ['run.started'],
  async ({ companyId, payload: { agentId, runId }, occurredAt }, { db }) => {
    await startRun(db, { companyId, agentId }, { runId, startedAt: occurredAt });
  },
  { isCopy: true },
);
