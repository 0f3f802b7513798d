/**
 * The periodic work of the scheduler. Each replica asks what is due, and handles it in bounded
 * batches that skip rows which another replica has locked. The timer belongs to this process: losing the queue
 * cannot stop it.
 */
import type { Runtime } from '@muster/service-kit';
import { endReasons } from '../domain/run-endings.ts';
import type { LocalSignals } from '../local-signals.ts';
import type { RunJob } from '../run-job.ts';
import { endRunAs } from '../runs/end-runs.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { agentIdsOf, writePerCompany } from '../runs/write-per-company.ts';
import { findDueWork, type DueWork } from '../store/due-work.ts';
import { listOverdue, lockOverdue } from '../store/remote-runs.ts';
import { claimDueOffers, listExpired, releaseExpired } from '../store/run-sweep.ts';
import { fireDueTimers } from './fire-due-timers.ts';
import { openWaitingAgentsStep } from './queue-waiting-agents.ts';
import { stopOrphanedRuns } from './stop-orphaned-runs.ts';

/** Rows of one kind that one pass handles. */
const BATCH = 200;

export interface SweepParts {
  readonly runtime: Runtime;
  readonly signals: LocalSignals;
  readonly queue: {
    accepts(): boolean;
    offerAgain(job: RunJob): Promise<void>;
  };
  /** The names of the runners that this process is connected to. */
  readonly runners: { connected(): readonly string[] };
  /** Takes over runs of processes that have handed them over or gone silent. */
  readonly adoptRuns: () => Promise<void>;
}

/** A step that is left out where nothing of its kind is due. */
interface Step {
  readonly due: keyof DueWork;
  readonly run: (parts: SweepParts) => Promise<void>;
}

export interface Sweep {
  stop(): Promise<void>;
}

export function startSweep(parts: SweepParts, everyMs: number): Sweep {
  const steps: readonly Step[] = [
    { due: 'timers', run: fireDueTimers },
    { due: 'heldRuns', run: timeOutOverdueRuns },
    { due: 'heldRuns', run: adoptRuns },
    { due: 'heldRuns', run: loseExpiredRuns },
    { due: 'wakes', run: openWaitingAgentsStep() },
    { due: 'offers', run: stopOrphanedRuns },
    { due: 'offers', run: reofferQueuedRuns },
  ];
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const { db, log } = parts.runtime;
  const pass = async (): Promise<void> => {
    const found = await findDueWork(db);
    for (const { due, run } of steps) {
      if (stopped) return;
      if (!found[due]) continue;
      // A step that fails does not affect the others; the next pass retries it.
      await run(parts).catch((error: unknown) => {
        log.warn({ err: error, step: run.name }, 'sweep step failed');
      });
    }
  };
  let running = Promise.resolve();
  const tick = (): void => {
    running = pass()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for due work failed'))
      .finally(() => {
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

async function timeOutOverdueRuns({ runtime }: SweepParts): Promise<void> {
  const overdue = await listOverdue(runtime.db, BATCH);
  await writePerCompany(runtime, overdue, async (context, companyId, rows) => {
    const ids = rows.map(({ id }) => id);
    const locked = await lockOverdue(context.db, companyId, ids);
    for (const { id } of locked) await endRunAs(context, 'overdue', id, endReasons.overdue);
    await queueRuns(context, companyId, agentIdsOf(locked));
  });
}

const adoptRuns = (parts: SweepParts): Promise<void> => parts.adoptRuns();

async function loseExpiredRuns({ runtime, runners }: SweepParts): Promise<void> {
  const expired = await listExpired(runtime.db, BATCH);
  await writePerCompany(runtime, expired, async (context, companyId, rows) => {
    const ids = rows.map(({ id }) => id);
    const released = await releaseExpired(context.db, companyId, ids);
    const connected = runners.connected();
    for (const { id, runner } of released) {
      const isSilent = runner !== null && !connected.includes(runner);
      // A run that another party has ended is in no state to be lost; its lease was all it had.
      const reason = isSilent ? endReasons.runnerSilent : endReasons.leaseExpired;
      await endRunAs(context, 'leaseExpired', id, reason);
    }
    await queueRuns(context, companyId, agentIdsOf(released));
  });
}

async function reofferQueuedRuns({ runtime, queue }: SweepParts): Promise<void> {
  if (!queue.accepts()) return;
  for (const { id, traceparent } of await claimDueOffers(runtime.db, BATCH)) {
    void queue.offerAgain({ runId: id, traceparent });
  }
}
