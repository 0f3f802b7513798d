import { scheduler, type issues } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { issueEvent } from '../events.ts';
import { countLeft } from '../store/left/left-issues.ts';

/**
 * All that the run has asked for was saved before it ended, so nothing of it is still on its way. A run that
 * fails is tried again as its ending says.
 */
export const tellLeftWork = reaction(
  scheduler,
  ['run.finished'],
  async ({ companyId, payload }, { db, emit }: Context<typeof issues>) => {
    const { agentId, runId, issueId, startedAt } = payload;
    const run = { companyId, agentId, runId, issueId, startedAt };
    for (const { times, ...left } of await countLeft(db, run)) {
      const event = issueEvent(left);
      emit('issue.left_in_progress', {
        ...event,
        payload: { ...event.payload, leftBy: runId, times },
      });
    }
  },
  { when: ({ payload }) => payload.status === 'succeeded' },
);
