/**
 * The wake-ups of a run that was lost are carried by another run, a limited number of times at once; then
 * they wait as those of an agent that fails.
 */
import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { isRetryable, RETRY_WINDOW_SECONDS } from '../domain/retries/retry.ts';
import { countLost } from '../store/runs/run-sweep.ts';
import { returnWakes } from '../store/wakes/wakeups.ts';
import { enqueueWakes } from '../wakes/enqueue-wakes.ts';
import { backOff } from './back-off.ts';
import type { RunTransaction } from './run-transaction.ts';

export async function retryWakes(context: RunTransaction, run: Run): Promise<void> {
  const { db } = context;
  const lost = await countLost(db, run, RETRY_WINDOW_SECONDS);
  await returnWakes(db, [run.id]);
  if (!isRetryable(lost, run.errorCode)) return backOff(context, run);
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
      reason: run.status === 'lost' ? 'run_lost' : 'call_failed',
      issueId: run.issueId,
      commentId: null,
      approvalId: null,
      approvalStatus: null,
      linkedIssueIds: [],
    },
  ]);
}
