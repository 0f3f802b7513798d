/** A run whose session is of no use goes on without one: it is prepared here for another program. */
import type { RunWarning } from '@muster/contracts';
import type { Checkpoint } from '../domain/checkpoint.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { SESSION_UNKNOWN } from '../domain/retries/retry.ts';
import type { Ending } from '../store/runs/run-lifecycle.ts';
import { saveCheckpoint } from '../store/run-output/run-log.ts';
import { addWarning } from '../store/runs/run-warnings.ts';
import type { RunOutput } from './output/run-output.ts';
import type { WorkerParts } from './worker-parts.ts';

export const sessionDropped: RunWarning = { code: 'session_dropped' };

/**
 * Where the output of the next program begins. Nothing where the run has ended otherwise, is another
 * process's by now, or cannot be written.
 */
export async function dropUnknownSession(
  { runtime: { db, log } }: WorkerParts,
  run: HeldRun,
  { errorCode }: Ending,
  output: RunOutput,
): Promise<Checkpoint | undefined> {
  if (errorCode !== SESSION_UNKNOWN) return undefined;
  const next = output.next();
  try {
    await addWarning(db, run, sessionDropped.code);
    return (await saveCheckpoint(db, run, next)) ? next : undefined;
  } catch (error) {
    log.warn({ err: error, runId: run.id }, 'starting a run again without its session failed');
    return undefined;
  }
}
