import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { removeGivenUp, saveGivenUpRun } from '../store/given-up-issues.ts';

/** What a run was given up on is stuck until the next one begins. Earlier runs have left nothing here. */
export const keepGivenUpIssues = reaction(
  scheduler,
  ['run.started', 'run.finished'],
  async ({ type, companyId, payload, occurredAt }, { db }) => {
    if (type === 'run.started') return removeGivenUp(db, companyId, payload);
    if (!('isGivenUp' in payload)) return;
    const { runId, agentId, issueId, status } = payload;
    const cause = status === 'cancelled' ? 'run_cancelled' : 'run_failed';
    const run = { companyId, agentId, runId, issueId, cause, since: occurredAt } as const;
    await saveGivenUpRun(db, run);
  },
  { history: 'none' },
);
