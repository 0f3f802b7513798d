/**
 * Catch-up: reading events that the stream did not deliver from the producer's log. It serves lost
 * messages, a wiped NATS, a new consumer, and the retry of an event that failed.
 */
import { logOperations, type Actor, type EventRecord } from '@muster/contracts';
import { HEADS_PAGE } from '../event-log/event-store.ts';
import { requireEventsOf } from '../event-log/require-events-of.ts';
import { callOperation, type Rpc } from '../rpc/client.ts';
import { applyEvents, type ApplyOptions, type Outcome } from './apply.ts';
import {
  longestLagSeconds,
  observeLag,
  type LaggingCompany,
  type LagObservations,
} from './consumer-lag.ts';
import { countFailures, listCursorsDue, listLagging, readCursor } from './cursor-store.ts';
import { deliveryOf } from './delivery.ts';
import { isTakenOver } from './backfill/subscription.ts';

export interface CatchUp {
  /** Applies all events that the producer has of this company. */
  company(producer: string, companyId: string): Promise<Outcome>;
  /**
   * The same, with events that were committed before the call: what is in progress may have read
   * the log too early, so one more look follows, which all calls made meanwhile share.
   */
  afresh(producer: string, companyId: string): Promise<Outcome>;
  /** Compares every producer's log with the cursors and applies what is missing. */
  sweep(): Promise<void>;
  /** Retries the failed events that are due. */
  retryDue(): Promise<void>;
}

export interface CatchUpOptions extends ApplyOptions {
  readonly rpc: Rpc;
  readonly self: Actor;
  readonly producers: readonly string[];
}

export function openCatchUp(options: CatchUpOptions): CatchUp {
  const inProgress = new Map<string, Promise<Outcome>>();
  const company = (producer: string, companyId: string): Promise<Outcome> => {
    const key = `${producer} ${companyId}`;
    const running = inProgress.get(key);
    if (running) return running;
    const started = catchUp(options, producer, companyId).finally(() => inProgress.delete(key));
    inProgress.set(key, started);
    return started;
  };
  // A company whose catch-up fails leaves the others theirs.
  const attempt = (producer: string, companyId: string): Promise<unknown> =>
    company(producer, companyId).catch((error: unknown) =>
      options.log.warn({ err: error, producer, companyId }, 'catch-up failed'),
    );
  const afresh = lookAfter(inProgress, company);
  const observations = new Map<string, LagObservations>();
  // A producer that is unavailable fails alone: the others are swept all the same.
  const sweepProducer = async (producer: string): Promise<void> => {
    const lagging: LaggingCompany[] = [];
    try {
      for await (const page of laggingCompanies(options, producer)) {
        lagging.push(...page);
        for (const { companyId } of page) await attempt(producer, companyId);
      }
      const nowMs = performance.now();
      const observed = observeLag(observations.get(producer) ?? new Map(), lagging, nowMs);
      observations.set(producer, observed);
      options.metrics.oldestUnapplied.set({ producer }, longestLagSeconds(observed, nowMs));
    } catch (error) {
      options.log.warn({ err: error, producer }, 'sweep of a log failed');
    }
  };
  return {
    company,
    afresh,
    async sweep() {
      await Promise.all(options.producers.map(sweepProducer));
      const { blocked, deadLetters } = await countFailures(options.db);
      options.metrics.companiesBlocked.set(blocked);
      options.metrics.deadLettersOpen.set(deadLetters);
    },
    async retryDue() {
      for (const { producer, companyId } of await listCursorsDue(options.db)) {
        await attempt(producer, companyId);
      }
    },
  };
}

/** Waits for a look that is in progress and looks again, once for all that wait. */
function lookAfter(
  inProgress: ReadonlyMap<string, Promise<Outcome>>,
  company: CatchUp['company'],
): CatchUp['afresh'] {
  const following = new Map<string, Promise<Outcome>>();
  return (producer, companyId) => {
    const key = `${producer} ${companyId}`;
    const running = inProgress.get(key);
    if (!running) return company(producer, companyId);
    const waiting = following.get(key);
    if (waiting) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        following.delete(key);
        return company(producer, companyId);
      });
    following.set(key, next);
    return next;
  };
}

async function catchUp(
  options: CatchUpOptions,
  producer: string,
  companyId: string,
): Promise<Outcome> {
  options.metrics.catchUps.inc({ producer });
  await options.unhandled.flush(producer, companyId);
  for (;;) {
    const cursor = await readCursor(options.db, producer, companyId);
    if (cursor.blocked) return 'blocked';
    const { subscriptions } = options;
    if (!isTakenOver(cursor, (await subscriptions.own(producer)).id)) {
      await subscriptions.takeOver(producer, companyId);
    }
    const events = await readLog(options, producer, { companyId, after: cursor.lastSeq });
    if (events.length === 0) return 'applied';
    const deliveries = events.map((event) => deliveryOf(options.reactions, event));
    const outcome = await applyEvents(options, deliveries);
    await options.unhandled.flush(producer, companyId);
    if (outcome !== 'applied') return outcome;
  }
}

/** `types`: a producer of the release before answers with events of all types. */
export async function readLog(
  { rpc, self }: Pick<CatchUpOptions, 'rpc' | 'self'>,
  producer: string,
  input: { companyId: string; after: number; types?: string[]; limit?: number },
): Promise<EventRecord[]> {
  const events = (await callOperation(rpc, producer, 'readLog', logOperations.readLog, input, {
    actor: self,
  })) as EventRecord[];
  requireEventsOf(events, { producer, companyId: input.companyId });
  return events;
}

/** Pages of companies whose cursor is before the producer's head. */
async function* laggingCompanies(
  { rpc, self, db }: CatchUpOptions,
  producer: string,
): AsyncGenerator<LaggingCompany[]> {
  let afterCompanyId: string | undefined;
  for (;;) {
    const heads = (await callOperation(
      rpc,
      producer,
      'readHeads',
      logOperations.readHeads,
      { afterCompanyId },
      { actor: self },
    )) as { companyId: string; seq: number }[];
    yield await listLagging(db, producer, heads);
    if (heads.length < HEADS_PAGE) return;
    afterCompanyId = heads.at(-1)?.companyId;
  }
}
