/** Queued runs whose wake-ups have lost their sense, or are gone, before they started. */
import { staleEndings } from '../domain/run-endings.ts';
import type { StaleReason } from '../domain/ended-work/work-over.ts';
import type { QueuedRun } from '../store/runs/run-lifecycle.ts';
import { hasWakes, skipStaleOfRun, type SkippedWake } from '../store/wakes/stale-wakes.ts';
import { skipWakes } from '../wakes/skip-wakes.ts';
import { endRunAs } from './end-runs.ts';
import type { RunTransaction } from './run-transaction.ts';

export type RunToStart = Pick<QueuedRun, 'id' | 'companyId' | 'agentId' | 'isProbe'>;

/** Records wake-ups that were skipped in this transaction; they are of one company. */
export async function recordStale(
  context: RunTransaction,
  stale: readonly SkippedWake[],
): Promise<void> {
  const [first] = stale;
  if (first) await skipWakes(context, first.companyId, stale);
}

/** No wake-up is left for the run: all of them were skipped, or another run has carried them. */
export async function endUnstarted(
  context: RunTransaction,
  runId: string,
  stale: StaleReason | undefined,
): Promise<void> {
  if (stale) {
    const reason = { errorCode: stale, error: staleEndings[stale] };
    await endRunAs(context, 'superseded', runId, reason);
    return;
  }
  const error = 'No wake-up is left for this run';
  await endRunAs(context, 'unstartable', runId, { errorCode: 'nothing_to_tell', error });
}

/** Skips what has lost its sense; true where that has ended the run. */
export async function isSuperseded(context: RunTransaction, queued: RunToStart): Promise<boolean> {
  const { db } = context;
  const stale = await skipStaleOfRun(db, queued);
  const [first] = stale;
  if (!first) return false;
  await recordStale(context, stale);
  if (await hasWakes(db, queued)) return false;
  await endUnstarted(context, queued.id, first.reason);
  return true;
}
