/**
 * Events that messages have brought and that wait to be applied. What has come within a short time is
 * one transaction over all companies: a lone event goes at once, and only under load do events wait
 * for each other. An event that arrives before an earlier one of its company waits a moment for it.
 * What does not fit is dropped and read from its log, for which companies take turns.
 */
import { openBulkhead } from '../rpc/bulkhead.ts';
import { partitionOf } from '../nats/subjects.ts';
import type { BatchOutcome, CompanyEvents } from './apply-batch.ts';
import type { Outcome } from './apply.ts';
import type { Delivery } from './delivery.ts';
import { isIn, openCompanies, takeNext, type Company, type Taken } from './received-companies.ts';

/** Shortest time between the starts of two batches, where an effect or a request cannot wait longer. */
const URGENT_MS = 10;
/** The same where all effects only change copies. */
const COPIES_MS = 25;
/** Events of one batch: its rows stay locked until the last of them is applied. */
const BATCH_EVENTS_MAX = 128;
/** Events of one transaction of one company. */
export const TURN_EVENTS_MAX = 64;
/** Waiting events of one process, each below 200 KB, and of one company. */
const WAITING_MAX = 1_000;
const COMPANY_WAITING_MAX = 250;
/** Longest wait for an earlier event: two replicas of a producer send over two connections. */
const EARLY_MAX_MS = 100;

export interface ReceivedEvents {
  /** Events of one log, in order. */
  add(log: Omit<CompanyEvents, 'deliveries'> & { readonly deliveries: readonly Delivery[] }): void;
  /** A request waits for the company's events. */
  hurry(producer: string, companyId: string): void;
  /** Resolves when what was added of the partition is applied, or left to catch-up. */
  applied(partition: number): Promise<void>;
  /** The same for everything; what is added afterwards is dropped. */
  drain(): Promise<void>;
}

export interface ReceivedEventsOptions {
  /** Companies that are applied alone at a time. */
  readonly turns: number;
  readonly applyBatch: (
    logs: readonly CompanyEvents[],
  ) => Promise<ReadonlyMap<CompanyEvents, BatchOutcome>>;
  readonly applyAlone: (deliveries: readonly Delivery[]) => Promise<Outcome>;
  /** Whether a request waits for the company's events. */
  readonly isAwaited: (producer: string, companyId: string) => boolean;
  /** Whether the company's events are being read from the log; those of messages are then dropped. */
  readonly isCatchingUp: (producer: string, companyId: string) => boolean;
  /** Events were dropped and have to be read from the log. */
  readonly onMissed: (producer: string, companyId: string) => void;
  /** Events were received, and an earlier one was not. */
  readonly onGap: (producer: string) => void;
  /** No event is to blame, such as for a lock that is held; the events have to be read from the log. */
  readonly onFailed: (producer: string, companyId: string, error: unknown) => void;
}

export function openReceivedEvents(options: ReceivedEventsOptions): ReceivedEvents {
  const turns = openBulkhead(options.turns);
  const companies = openCompanies();
  const idle = openIdle();
  let begunAt = -Infinity;
  let batch: Promise<void> | undefined;
  let due: { readonly at: number; readonly cancel: () => void } | undefined;
  let isDraining = false;

  const drop = (company: Company): void => {
    companies.drop(company);
    options.onMissed(company.producer, company.companyId);
  };
  const schedule = (): void => {
    if (batch) return;
    const at = nextAt();
    if (at === undefined || (due && due.at <= at)) return;
    due?.cancel();
    due = { at, cancel: callAt(at, begin) };
  };
  /** When the next batch begins; undefined while nothing waits for one. */
  const nextAt = (): number | undefined => {
    let at: number | undefined;
    for (const company of companies.waiting()) {
      const pauseMs = isDraining ? 0 : company.isUrgent ? URGENT_MS : COPIES_MS;
      const early = company.earlySince === undefined ? 0 : company.earlySince + EARLY_MAX_MS;
      at = Math.min(at ?? Infinity, Math.max(begunAt + pauseMs, isDraining ? 0 : early));
    }
    return at;
  };
  const begin = (): void => {
    due = undefined;
    const taken = takeBatch();
    if (taken.length === 0) return schedule();
    begunAt = performance.now();
    batch = options
      .applyBatch(taken.map(({ log }) => log))
      .then((outcomes) => {
        for (const each of taken) settle(each, outcomes.get(each.log) ?? 'alone');
      })
      .finally(() => {
        batch = undefined;
        schedule();
        idle.look();
      });
  };
  const takeBatch = (): Taken[] => {
    const now = performance.now();
    const taken: Taken[] = [];
    let left = BATCH_EVENTS_MAX;
    for (const company of [...companies.waiting()]) {
      if (left <= 0) break;
      const isWaiting =
        company.earlySince !== undefined && now < company.earlySince + EARLY_MAX_MS && !isDraining;
      const next = isWaiting ? undefined : takeNext(company, Math.min(left, TURN_EVENTS_MAX));
      if (!next) continue;
      left -= next.log.deliveries.length;
      taken.push(next);
    }
    return taken;
  };
  const settle = (taken: Taken, outcome: BatchOutcome | Outcome): void => {
    const { company, log } = taken;
    company.isTaken = false;
    if (outcome === 'alone') return applyAlone(taken);
    if (outcome === 'applied') companies.applied(company, log.deliveries);
    else if (outcome === 'unfinished') company.waiting.unshift(...log.deliveries);
    else {
      companies.release(log.deliveries.length);
      // Later events of a company that is blocked wait in the log for its retry.
      if (outcome === 'blocked') companies.drop(company);
      else drop(company);
      if (outcome === 'gap') options.onGap(company.producer);
    }
  };
  const applyAlone = (taken: Taken): void => {
    const { company, log } = taken;
    company.isTaken = true;
    void turns
      .within('turns', () => options.applyAlone(log.deliveries))
      .then(
        (outcome) => settle(taken, outcome),
        (error: unknown) => {
          company.isTaken = false;
          companies.release(log.deliveries.length);
          companies.drop(company);
          options.onFailed(company.producer, company.companyId, error);
        },
      )
      .finally(() => {
        schedule();
        idle.look();
      });
  };
  return {
    add({ producer, companyId, deliveries }) {
      if (isDraining) return;
      const company = companies.of(producer, companyId);
      const isTooMuch =
        companies.count() + deliveries.length > WAITING_MAX ||
        company.waiting.length + deliveries.length > COMPANY_WAITING_MAX;
      if (isTooMuch || options.isCatchingUp(producer, companyId)) return drop(company);
      companies.add(company, deliveries);
      company.isUrgent ||= options.isAwaited(producer, companyId);
      schedule();
    },
    hurry(producer, companyId) {
      const company = companies.find(producer, companyId);
      if (!company || company.waiting.length === 0) return;
      company.isUrgent = true;
      schedule();
    },
    applied: (partition) => idle.until(() => !companies.some(isIn(partition, partitionOf))),
    async drain() {
      isDraining = true;
      schedule();
      await idle.until(() => companies.count() === 0);
    },
  };
}

/** Calls it at this time, or once the messages that have arrived with this one are read. */
function callAt(at: number, call: () => void): () => void {
  const earlyMs = at - performance.now();
  if (earlyMs > 0) {
    const timer = setTimeout(call, Math.ceil(earlyMs));
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(call);
  return () => clearImmediate(immediate);
}

/** Resolves when a condition holds, which is looked at after each change. */
function openIdle() {
  const waiting = new Set<() => void>();
  return {
    look: (): void => waiting.forEach((each) => each()),
    async until(holds: () => boolean): Promise<void> {
      if (holds()) return;
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
  };
}
