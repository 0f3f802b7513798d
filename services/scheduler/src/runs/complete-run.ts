/** The holder ends its own run; the next run of the agent is queued in the same transaction. */
import { pipelined } from '@muster/service-kit';
import { holderEnding } from '../domain/run-endings.ts';
import { finishRun, type Ending } from '../store/runs/run-lifecycle.ts';
import { saveUsage } from '../store/runs/run-usage.ts';
import type { HeldRun } from '../domain/held-run.ts';
import type { ReportedUse } from '../domain/reported-use.ts';
import { saveCounts } from '../store/sessions.ts';
import { releaseEndedRun } from '../store/runs/run-work.ts';
import { hasLeftMessages } from '../store/run-messages.ts';
import { listReady } from '../store/wakes/wakeups.ts';
import { findTrouble } from '../store/waits/failing.ts';
import { endBackOff } from './back-off.ts';
import { applyEnding } from './end-runs.ts';
import { queueReady, queueRuns } from './queue-runs.ts';
import { wakeForLeftMessages } from './run-messages.ts';
import { endWaitForProvider } from './wait-for-provider.ts';
import { emitOutputs, emitRun, type RunTransaction } from './run-transaction.ts';

/**
 * The wake-ups that are ready for the next run are read in the same round trip. They are out of
 * date where the ending itself changes what is ready; then they are read again.
 */
export async function completeRun(
  context: RunTransaction,
  run: HeldRun,
  ending: Ending,
  used: ReportedUse | undefined,
): Promise<void> {
  const { db } = context;
  const { companyId, agentId } = run;
  const [finished, ready, trouble, leavesMessages] = await pipelined([
    finishRun(db, run, ending, used?.usage),
    listReady(db, companyId, [agentId]),
    findTrouble(db, companyId, agentId),
    hasLeftMessages(db, run),
  ]);
  if (ending.outputs) emitOutputs(context, run, ending.outputs);
  if (used?.counts) await saveCounts(db, run, used.counts);
  const name = finished && holderEnding(finished);
  if (finished && name) await applyEnding(context, name, [finished]);
  else await releaseStopped(context, run, ending, used);
  const isSuccess = finished?.status === 'succeeded';
  if (finished && trouble?.isAway) await endWaitForProvider(context, finished);
  if (isSuccess && trouble?.fails) await endBackOff(context, companyId, [agentId]);
  // Who has stopped the run does not want it to go on, and the next one gets them anyway.
  const wakes = finished && finished.status !== 'cancelled' && leavesMessages;
  if (wakes) await wakeForLeftMessages(context, finished);
  const isReadyKnown = isSuccess && !trouble?.fails && !wakes;
  if (isReadyKnown) await queueReady(context, companyId, ready);
  else await queueRuns(context, companyId, [agentId]);
}

/** Another party has ended the run; what it used until its process was gone is still owed. */
async function releaseStopped(
  context: RunTransaction,
  run: HeldRun,
  { work }: Ending,
  used: ReportedUse | undefined,
): Promise<void> {
  await releaseEndedRun(context.db, run, work);
  const late = used && (await saveUsage(context.db, run, used.usage));
  if (late) emitRun(context, 'run.usage_reported', late);
}
