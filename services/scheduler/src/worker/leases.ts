/**
 * The runs that this process holds. Their leases are renewed together, first in the database and
 * then at their runners. A run that is lost to this process is aborted at once; so is every run if
 * the database has not answered for almost the duration of a lease, because another process may
 * take them over.
 */
import type { StopSignal } from '@muster/runner-protocol';
import type { Runtime } from '@muster/service-kit';
import type { HeldRun, Holder } from '../domain/held-run.ts';
import { BUDGET } from '../domain/run-endings.ts';
import type { LocalSignals } from '../local-signals.ts';
import { listHeld, renewLeases } from '../store/held-leases.ts';

/** How often the worker checks whether its runs were stopped by another party. */
const CHECK_MS = 1_000;
/** Renewals in the time of one lease: three may fail before it ends. */
const RENEWALS_PER_LEASE = 4;
/**
 * Fraction of a lease after which its holder no longer relies on it. A runner is told this part of
 * it, so that it ends a run before another process can have it.
 */
const TRUSTED_FRACTION = 0.9;

interface LocalLease extends Holder {
  readonly abort: AbortController;
  readonly holding: Holding | undefined;
  renewedAt: number;
}

/** A run on a runner. */
export interface Holding {
  /** When the lease was taken or earlier, by `performance.now()`. */
  readonly since: number;
  /** The lease was renewed, and this is what its holder can rely on. */
  renewed(leaseMs: number): void;
  /** This process is stopping, and another one is to go on with the run. */
  handOver(): void;
}

export interface Leases {
  /** The reason of the signal is a StopSignal. */
  hold(run: HeldRun, holding?: Holding): AbortSignal;
  /** What is left of the lease for its holder to rely on, in milliseconds; at least one. */
  leftMs(runId: string): number;
  release(runId: string): void;
  /** Stops a run that must not spend any more. */
  stopForBudget(runId: string): void;
  /** Hands over every run on a runner, and those that are held later. */
  handOver(): void;
  /** Aborts every run that is still held, and those that are held later. */
  abortAll(why: StopSignal): void;
  close(): void;
}

export function openLeases(runtime: Runtime, signals: LocalSignals, leaseSeconds: number): Leases {
  const held = new Map<string, LocalLease>();
  const leaseMs = leaseSeconds * 1_000;
  const terms = { leaseMs, renewEveryMs: leaseMs / RENEWALS_PER_LEASE };
  let isHandingOver = false;
  let aborted: StopSignal | undefined;
  let checking = Promise.resolve();
  const timer = setInterval(
    () => {
      checking = checking.then(() => renewAndCheck(runtime, signals, [...held.values()], terms));
    },
    Math.min(CHECK_MS, terms.renewEveryMs),
  );
  const stopped = (runId: string, errorCode: string): void => {
    const lease = held.get(runId);
    if (lease) stop(lease, signalOf(errorCode));
  };
  signals.on('stopped', stopped);
  return {
    hold({ id, epoch, fence }, holding) {
      const abort = new AbortController();
      const renewedAt = holding?.since ?? performance.now();
      const lease = { id, epoch, fence, abort, holding, renewedAt };
      if (isHandingOver) holding?.handOver();
      if (aborted) stop(lease, aborted);
      held.set(id, lease);
      return abort.signal;
    },
    leftMs: (runId) => leftMsOf(held.get(runId)?.renewedAt ?? -leaseMs, leaseMs),
    release: (runId) => void held.delete(runId),
    stopForBudget: (runId) => stopped(runId, BUDGET),
    handOver() {
      isHandingOver = true;
      for (const { holding } of held.values()) holding?.handOver();
    },
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

const leftMsOf = (renewedAt: number, leaseMs: number): number =>
  Math.max(1, leaseMs * TRUSTED_FRACTION - (performance.now() - renewedAt));

async function renewAndCheck(
  { db, log }: Runtime,
  signals: LocalSignals,
  leases: readonly LocalLease[],
  { leaseMs, renewEveryMs }: { leaseMs: number; renewEveryMs: number },
): Promise<void> {
  if (leases.length === 0) return;
  const now = performance.now();
  const due = leases.filter(({ renewedAt }) => now - renewedAt >= renewEveryMs);
  try {
    if (due.length > 0) await renewLeases(db, due, leaseMs / 1_000);
    const rows = new Map((await listHeld(db, leases)).map((row) => [row.id, row]));
    for (const lease of due) {
      lease.renewedAt = now;
      if (rows.has(lease.id)) lease.holding?.renewed(leftMsOf(now, leaseMs));
    }
    for (const lease of leases) {
      const row = rows.get(lease.id);
      if (row === undefined) stop(lease, 'lease_lost');
      else if (row.status !== 'running') stop(lease, signalOf(row.errorCode));
      // It may have come to another process.
      else if (row.isMessaged) signals.emit('messaged', lease.id);
    }
  } catch (error) {
    log.warn({ err: error }, 'renewing leases failed');
    for (const lease of leases) {
      const silentMs = performance.now() - lease.renewedAt;
      if (silentMs > leaseMs * TRUSTED_FRACTION) stop(lease, 'lease_lost');
    }
  }
}
