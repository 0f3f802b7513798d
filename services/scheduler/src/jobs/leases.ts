/**
 * The runs that this process holds. Their leases are renewed together; a run that is not ours any
 * more is aborted at once, and if the database does not answer for as long as a lease, so is every
 * run: somebody else may have taken it up.
 */
import type { Run } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { StopSignal } from '../adapters/adapter.ts';
import { hints } from '../hints.ts';
import { lookAtHeld, renewLeases } from '../store/run-lifecycle.ts';
import { BUDGET } from './end-runs.ts';

/** How often is looked whether runs were stopped from outside. */
const LOOK_MS = 1_000;
/** Renewals in the time of one lease: three may fail before it ends. */
const RENEWALS_PER_LEASE = 4;
/** The part of a lease after which its holder no longer counts on it. */
const TRUSTED_PART = 0.9;

interface HeldRun {
  readonly id: string;
  readonly epoch: number;
  readonly abort: AbortController;
  renewedAt: number;
}

export interface Leases {
  hold(run: Run): AbortSignal;
  letGo(runId: string): void;
  /** Stops a run that may not spend any more. */
  spent(runId: string): void;
  /** Aborts everything that is held, and whatever should still come. */
  abortAll(why: StopSignal): void;
  close(): void;
}

export function openLeases(runtime: Runtime, leaseSeconds: number): Leases {
  const held = new Map<string, HeldRun>();
  const leaseMs = leaseSeconds * 1_000;
  const renewEveryMs = leaseMs / RENEWALS_PER_LEASE;
  let aborted: StopSignal | undefined;
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => look(runtime, [...held.values()], { leaseMs, renewEveryMs }));
  }, Math.min(LOOK_MS, renewEveryMs));
  const stopped = (runId: string, errorCode: string): void => {
    const run = held.get(runId);
    if (run) stop(run, signalOf(errorCode));
  };
  hints.on('stopped', stopped);
  return {
    hold({ id, epoch }) {
      const run = { id, epoch, abort: new AbortController(), renewedAt: performance.now() };
      if (aborted) stop(run, aborted);
      held.set(id, run);
      return run.abort.signal;
    },
    letGo: (runId) => void held.delete(runId),
    spent: (runId) => stopped(runId, BUDGET),
    abortAll(why) {
      aborted = why;
      for (const run of held.values()) stop(run, why);
    },
    close() {
      clearInterval(timer);
      hints.off('stopped', stopped);
    },
  };
}

const signalOf = (errorCode: string | null): StopSignal =>
  errorCode === BUDGET ? 'spent' : 'cancelled';

const stop = ({ abort }: HeldRun, why: StopSignal): void => abort.abort(why);

async function look(
  { db, log }: Runtime,
  mine: readonly HeldRun[],
  { leaseMs, renewEveryMs }: { leaseMs: number; renewEveryMs: number },
): Promise<void> {
  if (mine.length === 0) return;
  const asked = performance.now();
  const due = mine.filter(({ renewedAt }) => asked - renewedAt >= renewEveryMs);
  try {
    if (due.length > 0) await renewLeases(db, due, leaseMs / 1_000);
    const still = new Map((await lookAtHeld(db, mine)).map((row) => [row.id, row]));
    for (const run of due) run.renewedAt = asked;
    for (const run of mine) {
      const row = still.get(run.id);
      if (row === undefined) stop(run, 'taken');
      else if (row.status !== 'running') stop(run, signalOf(row.errorCode));
    }
  } catch (error) {
    log.warn({ err: error }, 'leases could not be renewed');
    for (const run of mine) {
      const silentMs = performance.now() - run.renewedAt;
      if (silentMs > leaseMs * TRUSTED_PART) stop(run, 'taken');
    }
  }
}
