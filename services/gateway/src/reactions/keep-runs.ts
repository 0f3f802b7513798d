import { scheduler } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import { saveRun } from '../store/runs.ts';

/** A run's token dies with the run, and with its epoch when another worker has taken it over. */
export const keepRuns = reaction(
  scheduler,
  ['run.queued', 'run.started', 'run.finished'],
  async ({ type, companyId, payload: { runId, agentId, epoch } }, { db, afterCommit }) => {
    await saveRun(db, { runId, companyId, agentId, epoch, ended: type === 'run.finished' });
    afterCommit(() => forgetCredentialsOf(agentId));
  },
);
