import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { moveAfterRun } from '../domain/run-end.ts';
import { endRun } from '../store/agent-status.ts';

/** At once: a client that sees the end of a run expects its agent to be idle. */
export const freeAgentOfFinishedRun = reaction(
  scheduler,
  ['run.finished'],
  async ({ companyId, payload }, { db }) => {
    const { agentId, runId, status, finishedAt } = payload;
    await endRun(db, { companyId, agentId }, { runId, move: moveAfterRun(status), finishedAt });
  },
);
