import { scheduler, type issues } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { issueEvent } from '../events.ts';
import { removeGivenUp, saveGivenUpRun } from '../store/given-up-issues.ts';

/** What a run was given up on is stuck until the next one begins. Earlier runs have left nothing here. */
export const keepGivenUpIssues = reaction(
  scheduler,
  ['run.started', 'run.finished'],
  async ({ type, companyId, payload, occurredAt }, { db, emit }: Context<typeof issues>) => {
    if (type === 'run.started') {
      for (const issue of await removeGivenUp(db, companyId, payload)) {
        const event = issueEvent(issue);
        const by = { byRunId: payload.runId, byAgentId: payload.agentId };
        emit('issue.taken_up', { ...event, payload: { ...event.payload, ...by } });
      }
      return;
    }
    if (!('isGivenUp' in payload)) return;
    const { runId, agentId, issueId, status } = payload;
    const cause = status === 'cancelled' ? 'run_cancelled' : 'run_failed';
    const run = { companyId, agentId, runId, issueId, cause, since: occurredAt } as const;
    await saveGivenUpRun(db, run);
  },
  { history: 'none' },
);
