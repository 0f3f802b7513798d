/**
 * The wake-ups of a run that was lost, or that never reached its agent, are carried by another run,
 * a limited number of times; then they fail.
 */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import {
  isRetryable,
  isUndelivered,
  RETRY_WINDOW_SECONDS,
  retryDelaySeconds,
} from '../domain/retry.ts';
import { holdForRetry } from '../store/holds.ts';
import { countLost } from '../store/run-sweep.ts';
import { endWakes, returnWakes } from '../store/wakes/wakeups.ts';
import { enqueueWakes } from '../wakes/enqueue-wakes.ts';
import type { RunTransaction } from './run-transaction.ts';

export async function retryWakes(context: RunTransaction, run: Run): Promise<void> {
  const { db } = context;
  const lost = await countLost(db, run, RETRY_WINDOW_SECONDS);
  if (!isRetryable(lost, run.errorCode)) {
    await endWakes(db, run.id, 'failed');
    return;
  }
  const undelivered = isUndelivered(run.errorCode);
  if (undelivered) await holdForRetry(db, run.agentId, retryDelaySeconds(lost));
  await returnWakes(db, [run.id]);
  const origin = {
    companyId: run.companyId,
    eventId: null,
    runId: run.id,
    isRetry: true,
    traceparent: null,
  };
  await enqueueWakes(context, origin, [
    {
      id: newId(),
      cause: `retry:${run.id}`,
      agentId: run.agentId,
      source: 'retry',
      reason: undelivered ? 'call_failed' : 'run_lost',
      issueId: run.issueId,
      commentId: null,
      approvalId: null,
      approvalStatus: null,
      linkedIssueIds: [],
    },
  ]);
}
