/**
 * The runs that this process holds. Their leases are renewed together. A run that is lost to this
 * process is aborted at once; so is every run if the database has not answered for almost the
 * duration of a lease, because another worker may take them over.
 */
import type { Runtime } from '@muster/service-kit';
import type { StopSignal } from '../agent-processes/adapter.ts';
import { BUDGET } from '../domain/run-endings.ts';
import type { HeldRun, Holder } from '../domain/held-run.ts';
import type { LocalSignals } from '../local-signals.ts';
import { listHeld, renewLeases } from '../store/run-lifecycle.ts';

/** How often the worker checks whether its runs were stopped by another party. */
const CHECK_MS = 1_000;
/** Renewals in the time of one lease: three may fail before it ends. */
const RENEWALS_PER_LEASE = 4;
/** Fraction of a lease after which its holder no longer relies on it. */
const TRUSTED_FRACTION = 0.9;

interface LocalLease extends Holder {
  readonly abort: AbortController;
  renewedAt: number;
}

export interface Leases {
  hold(run: HeldRun): AbortSignal;
  release(runId: string): void;
  /** Stops a run that must not spend any more. */
  stopForBudget(runId: string): void;
  /** Aborts every run that is held, and those that are held later. */
  abortAll(why: StopSignal): void;
  close(): void;
}

export function openLeases(runtime: Runtime, signals: LocalSignals, leaseSeconds: number): Leases {
  const held = new Map<string, LocalLease>();
  const leaseMs = leaseSeconds * 1_000;
  const renewEveryMs = leaseMs / RENEWALS_PER_LEASE;
  let aborted: StopSignal | undefined;
  let checking = Promise.resolve();
  const timer = setInterval(
    () => {
      checking = checking.then(() =>
        renewAndCheck(runtime, [...held.values()], { leaseMs, renewEveryMs }),
      );
    },
    Math.min(CHECK_MS, renewEveryMs),
  );
  const stopped = (runId: string, errorCode: string): void => {
    const lease = held.get(runId);
    if (lease) stop(lease, signalOf(errorCode));
  };
  signals.on('stopped', stopped);
  return {
    hold({ id, epoch, fence }) {
      const lease = {
        id,
        epoch,
        fence,
        abort: new AbortController(),
        renewedAt: performance.now(),
      };
      if (aborted) stop(lease, aborted);
      held.set(id, lease);
      return lease.abort.signal;
    },
    release: (runId) => void held.delete(runId),
    stopForBudget: (runId) => stopped(runId, BUDGET),
    abortAll(why) {
      aborted = why;
      for (const lease of held.values()) stop(lease, why);
    },
    close() {
      clearInterval(timer);
      signals.off('stopped', stopped);
    },
  };
}

const signalOf = (errorCode: string | null): StopSignal =>
  errorCode === BUDGET ? 'budget_exhausted' : 'cancelled';

const stop = ({ abort }: LocalLease, why: StopSignal): void => abort.abort(why);

async function renewAndCheck(
  { db, log }: Runtime,
  leases: readonly LocalLease[],
  { leaseMs, renewEveryMs }: { leaseMs: number; renewEveryMs: number },
): Promise<void> {
  if (leases.length === 0) return;
  const now = performance.now();
  const due = leases.filter(({ renewedAt }) => now - renewedAt >= renewEveryMs);
  try {
    if (due.length > 0) await renewLeases(db, due, leaseMs / 1_000);
    const rows = new Map((await listHeld(db, leases)).map((row) => [row.id, row]));
    for (const lease of due) lease.renewedAt = now;
    for (const lease of leases) {
      const row = rows.get(lease.id);
      if (row === undefined) stop(lease, 'lease_lost');
      else if (row.status !== 'running') stop(lease, signalOf(row.errorCode));
    }
  } catch (error) {
    log.warn({ err: error }, 'renewing leases failed');
    for (const lease of leases) {
      const silentMs = performance.now() - lease.renewedAt;
      if (silentMs > leaseMs * TRUSTED_FRACTION) stop(lease, 'lease_lost');
    }
  }
}
