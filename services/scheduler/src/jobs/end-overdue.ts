/** Runs elsewhere that nobody has finished in their time. */
import type { Run } from '@muster/contracts';
import { endRun } from '../store/run-lifecycle.ts';
import { sayFinished, type RunContext } from './say-run.ts';

export async function endOverdue(context: RunContext, run: Run): Promise<void> {
  const ended = await endRun(context.db, run.id, {
    status: 'timed_out', errorCode: 'timed_out', error: 'The agent did not finish in its time',
  });
  if (ended) sayFinished(context, ended);
}
