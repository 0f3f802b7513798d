/**
 * The clock of the scheduler. Each replica looks for what is due, in bounded portions; rows that
 * another replica has locked are passed over. The timer is this process's own, so that losing the
 * queue cannot stop the clock.
 */
import type { Runtime } from '@muster/service-kit';
import { takeOffers, listExpired, releaseExpired } from '../store/run-sweep.ts';
import { listOverdue, lockOverdue } from '../store/runs-elsewhere.ts';
import { beatDue } from './beat-due.ts';
import { agentIds, eachCompany } from './each-company.ts';
import { endOverdue } from './end-overdue.ts';
import { loseRun } from './end-runs.ts';
import { queueRuns } from './queue-runs.ts';
import type { RunQueue } from './queue.ts';
import { runWaitingInTurn } from './run-waiting.ts';

/** Rows of one kind that one pass takes. */
const PORTION = 200;

export interface Sweep {
  stop(): Promise<void>;
}

export function startSweep(runtime: Runtime, queue: RunQueue, everyMs: number): Sweep {
  const steps = [beatDue, endLate, loseExpired, runWaitingInTurn(), offerQueued];
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const pass = async (): Promise<void> => {
    for (const step of steps) {
      if (stopped) return;
      // One step that fails does not keep the others from their work.
      await step(runtime, queue).catch((error: unknown) => {
        runtime.log.warn({ err: error, step: step.name }, 'a sweep failed and is tried again');
      });
    }
  };
  let running = Promise.resolve();
  const tick = (): void => {
    running = pass().finally(() => {
      if (!stopped) timer = setTimeout(tick, everyMs).unref();
    });
  };
  tick();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function endLate(runtime: Runtime): Promise<void> {
  const overdue = await listOverdue(runtime.db, PORTION);
  await eachCompany(runtime, overdue, async (context, companyId, rows) => {
    const late = await lockOverdue(context.db, companyId, rows.map(({ id }) => id));
    for (const run of late) await endOverdue(context, run);
    await queueRuns(context, companyId, agentIds(late));
  });
}

async function loseExpired(runtime: Runtime): Promise<void> {
  const expired = await listExpired(runtime.db, PORTION);
  await eachCompany(runtime, expired, async (context, companyId, rows) => {
    const released = await releaseExpired(context.db, companyId, rows.map(({ id }) => id));
    for (const run of released) {
      if (run.status === 'running') await loseRun(context, run);
    }
    await queueRuns(context, companyId, agentIds(released));
  });
}

async function offerQueued({ db }: Runtime, queue: RunQueue): Promise<void> {
  if (!queue.takes()) return;
  for (const { id, traceparent } of await takeOffers(db, PORTION)) {
    void queue.offerAgain({ runId: id, traceparent });
  }
}
