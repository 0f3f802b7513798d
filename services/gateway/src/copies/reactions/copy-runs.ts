import { scheduler, type gateway } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { saveRun } from '../store/runs.ts';

/**
 * A run token expires when its run ends, and when another worker takes the run over. A queued run has
 * no token yet; the scheduler is asked about one that is named.
 */
export const copyRuns = reaction(
  scheduler,
  ['run.started', 'run.finished'],
  async (
    { type, companyId, payload: { runId, agentId, epoch } },
    { db, afterCommit, parts }: Context<typeof gateway, GatewayParts>,
  ) => {
    await saveRun(db, { runId, companyId, agentId, epoch, ended: type === 'run.finished' });
    afterCommit(() => parts.signals.emit('callerChanged', agentId));
  },
  { isCopy: true },
);
