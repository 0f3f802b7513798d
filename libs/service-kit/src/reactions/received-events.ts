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
import {
  isIn,
  openCompanies,
  takeNext,
  type Companies,
  type Company,
  type Taken,
} from './received-companies.ts';

/** Shortest time between the starts of two batches, where an effect or a request cannot wait longer. */
const URGENT_MS = 10;
/** The same where all effects only change copies. */
const COPIES_MS = 25;
/** Pause after a batch that has found Postgres unavailable. */
const UNAVAILABLE_MS = 250;
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
  const companies = openCompanies();
  const idle = openIdle();
  let isDraining = false;
  const changed = (): void => {
    loop.schedule();
    idle.look();
  };
  const settle = settling(options, companies, changed);
  let notBefore = 0;
  const loop = openBatchLoop({
    nextAt: (begunAt) => {
      const at = nextAt(companies, begunAt, isDraining);
      return at === undefined ? undefined : Math.max(at, notBefore);
    },
    take: () => takeBatch(companies, isDraining),
    async run(taken) {
      const outcomes = await options.applyBatch(taken.map(({ log }) => log));
      const isAway = [...outcomes.values()].includes('unavailable');
      if (isAway) notBefore = performance.now() + UNAVAILABLE_MS;
      for (const each of taken) {
        // Whoever has the partition next reads them from the log.
        const isLeft = isDraining && outcomes.get(each.log) === 'unavailable';
        settle(each, isLeft ? 'dropped' : (outcomes.get(each.log) ?? 'alone'));
      }
    },
    ended: idle.look,
  });
  return {
    add(log) {
      if (isDraining) return;
      addLog(options, companies, log);
      loop.schedule();
    },
    hurry(producer, companyId) {
      const company = companies.find(producer, companyId);
      if (!company || company.waiting.length === 0) return;
      company.isUrgent = true;
      loop.schedule();
    },
    applied: (partition) => idle.until(() => !companies.some(isIn(partition, partitionOf))),
    async drain() {
      isDraining = true;
      loop.schedule();
      await idle.until(() => companies.count() === 0);
    },
  };
}

/** What does not fit, or is being read from the log, is dropped and read from the log. */
function addLog(
  options: ReceivedEventsOptions,
  companies: Companies,
  { producer, companyId, deliveries }: Parameters<ReceivedEvents['add']>[0],
): void {
  const company = companies.of(producer, companyId);
  const isTooMuch =
    companies.count() + deliveries.length > WAITING_MAX ||
    company.waiting.length + deliveries.length > COMPANY_WAITING_MAX;
  if (isTooMuch || options.isCatchingUp(producer, companyId)) {
    companies.drop(company);
    options.onMissed(producer, companyId);
    return;
  }
  companies.add(company, deliveries);
  company.isUrgent ||= options.isAwaited(producer, companyId);
}

/** When the next batch begins after one that began at this time; undefined while nothing waits. */
function nextAt(companies: Companies, begunAt: number, isDraining: boolean): number | undefined {
  let at: number | undefined;
  for (const company of companies.waiting()) {
    const pauseMs = company.isUrgent ? URGENT_MS : COPIES_MS;
    const early = company.earlySince === undefined ? 0 : company.earlySince + EARLY_MAX_MS;
    const own = isDraining ? 0 : Math.max(begunAt + pauseMs, early);
    at = Math.min(at ?? Infinity, own);
  }
  return at;
}

function takeBatch(companies: Companies, isDraining: boolean): Taken[] {
  const now = performance.now();
  const taken: Taken[] = [];
  let left = BATCH_EVENTS_MAX;
  for (const company of companies.waiting()) {
    if (left <= 0) break;
    const { earlySince } = company;
    const isEarly = earlySince !== undefined && now < earlySince + EARLY_MAX_MS;
    if (isEarly && !isDraining) continue;
    const next = takeNext(company, Math.min(left, TURN_EVENTS_MAX));
    if (!next) continue;
    left -= next.log.deliveries.length;
    taken.push(next);
  }
  return taken;
}

/** What becomes of events that were tried, in a batch or alone. */
function settling(options: ReceivedEventsOptions, companies: Companies, changed: () => void) {
  const turns = openBulkhead(options.turns);
  const drop = ({ company, log }: Taken): Company => {
    company.isTaken = false;
    companies.release(log.deliveries.length);
    companies.drop(company);
    return company;
  };
  const applyAlone = (taken: Taken): void => {
    void turns
      .within('turns', () => options.applyAlone(taken.log.deliveries))
      .then(
        (outcome) => settle(taken, outcome),
        (error: unknown) => {
          const { producer, companyId } = drop(taken);
          options.onFailed(producer, companyId, error);
        },
      )
      .finally(changed);
  };
  const settle = (taken: Taken, outcome: BatchOutcome | Outcome | 'dropped'): void => {
    const { company, log } = taken;
    if (outcome === 'alone') return applyAlone(taken);
    company.isTaken = false;
    if (outcome === 'applied') return companies.applied(company, log.deliveries);
    if (outcome === 'unfinished' || outcome === 'unavailable') {
      company.isUrgent = true;
      return void company.waiting.unshift(...log.deliveries);
    }
    const { producer, companyId } = drop(taken);
    if (outcome !== 'gap') return;
    options.onGap(producer);
    options.onMissed(producer, companyId);
  };
  return settle;
}

interface BatchLoopOptions {
  /** When the next batch is due, after one that began at this time; undefined while nothing waits. */
  readonly nextAt: (begunAt: number) => number | undefined;
  readonly take: () => readonly Taken[];
  /** Never rejects. */
  readonly run: (taken: readonly Taken[]) => Promise<void>;
  /** A batch has ended, and the next one is scheduled. */
  readonly ended: () => void;
}

/** Runs one batch after the other, each when it is due. */
function openBatchLoop(options: BatchLoopOptions) {
  let begunAt = -Infinity;
  let isRunning = false;
  let due: { readonly at: number; readonly cancel: () => void } | undefined;
  const schedule = (): void => {
    if (isRunning) return;
    const at = options.nextAt(begunAt);
    if (at === undefined || (due && due.at <= at)) return;
    due?.cancel();
    due = { at, cancel: callAt(at, begin) };
  };
  const begin = (): void => {
    due = undefined;
    const taken = options.take();
    if (taken.length === 0) return schedule();
    begunAt = performance.now();
    isRunning = true;
    void options.run(taken).finally(() => {
      isRunning = false;
      schedule();
      options.ended();
    });
  };
  /** Something may be due earlier than before. */
  return { schedule };
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

/** Waiting for a condition, which is looked at after each change. */
function openIdle() {
  const waiting = new Set<() => void>();
  return {
    /** Something has changed. */
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
