/**
 * The periodic work of the scheduler. Each replica asks what is due, and handles it in bounded
 * batches that skip rows which another replica has locked. The timer belongs to this process: losing the queue
 * cannot stop it.
 */
import {
  openRotation,
  startPeriodicTask,
  type PeriodicTask,
  type Runtime,
} from '@muster/service-kit';
import { endReasons } from '../domain/run-endings.ts';
import type { LocalSignals } from '../local-signals.ts';
import type { RunJob } from '../run-job.ts';
import { endRunAs } from '../runs/end-runs.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { agentIdsOf, writePerCompany } from '../runs/write-per-company.ts';
import { findDueWork, type DueWork } from '../store/due-work.ts';
import { listOverdue, lockOverdue } from '../store/remote-runs.ts';
import {
  claimDueOffers,
  listExpired,
  releaseExpired,
  type RunLease,
} from '../store/runs/run-sweep.ts';
import { fireDueTimers } from './fire-due-timers.ts';
import {
  queueAgentsOfEndedHolds,
  queueAllWaitingAgents,
  queueNewlyWaitingAgents,
} from './queue-waiting-agents.ts';
import { stopEndedWork } from './stop-ended-work.ts';
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
  readonly name: string;
  readonly due: keyof DueWork;
  readonly pass: () => Promise<unknown>;
}

const stepsOf = (parts: SweepParts): readonly Step[] => {
  const { runtime, adoptRuns } = parts;
  return [
    { name: 'timers', due: 'timers', pass: fireDueTimers(parts) },
    { name: 'overdue runs', due: 'heldRuns', pass: timeOutOverdueRuns(runtime) },
    { name: 'ended work', due: 'stops', pass: stopEndedWork(runtime) },
    { name: 'adoptions', due: 'heldRuns', pass: adoptRuns },
    { name: 'expired leases', due: 'heldRuns', pass: loseExpiredRuns(parts) },
    { name: 'ended holds', due: 'holds', pass: queueAgentsOfEndedHolds(runtime) },
    { name: 'new wake-ups', due: 'newWakes', pass: queueNewlyWaitingAgents(runtime) },
    { name: 'waiting agents', due: 'wakes', pass: queueAllWaitingAgents(runtime) },
    { name: 'orphaned runs', due: 'offers', pass: stopOrphanedRuns(runtime) },
    { name: 'offers', due: 'offers', pass: () => offerQueuedRuns(parts) },
  ];
};

export function startSweep(parts: SweepParts, everyMs: number): PeriodicTask {
  const steps = stepsOf(parts);
  const { db, log } = parts.runtime;
  return startPeriodicTask({
    periodMs: everyMs,
    run: async (stopping) => {
      const found = await findDueWork(db);
      for (const { name, due, pass } of steps) {
        if (stopping.aborted) return;
        if (!found[due]) continue;
        // A step that fails does not affect the others; the next pass retries it.
        await pass().catch((error: unknown) => {
          log.warn({ err: error, step: name }, 'sweep step failed');
        });
      }
    },
    failed: (error) => log.warn({ err: error }, 'looking for due work failed'),
  });
}

function timeOutOverdueRuns(runtime: Runtime): () => Promise<unknown> {
  const rotation = openRotation<RunLease>({
    name: 'overdue runs',
    log: runtime.log,
    limit: BATCH,
    pagesMax: 1,
    list: (after, limit) => listOverdue(runtime.db, after, limit),
    work: (overdue, eachCompany) =>
      writePerCompany(runtime, eachCompany, overdue, async (context, companyId, rows) => {
        const ids = rows.map(({ id }) => id);
        const locked = await lockOverdue(context.db, companyId, ids);
        for (const { id } of locked) await endRunAs(context, 'overdue', id, endReasons.overdue);
        await queueRuns(context, companyId, agentIdsOf(locked));
      }),
  });
  return () => rotation.pass();
}

function loseExpiredRuns({ runtime, runners }: SweepParts): () => Promise<unknown> {
  const rotation = openRotation<RunLease>({
    name: 'expired leases',
    log: runtime.log,
    limit: BATCH,
    pagesMax: 1,
    list: (after, limit) => listExpired(runtime.db, after, limit),
    work: (expired, eachCompany) =>
      writePerCompany(runtime, eachCompany, expired, async (context, companyId, rows) => {
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
      }),
  });
  return () => rotation.pass();
}

/** A claim moves what it returns to a later time, so it needs no place to go on from. */
async function offerQueuedRuns({ runtime, queue }: SweepParts): Promise<void> {
  if (!queue.accepts()) return;
  for (const { id, traceparent, canStart } of await claimDueOffers(runtime.db, BATCH)) {
    if (canStart) void queue.offerAgain({ runId: id, traceparent });
  }
}
