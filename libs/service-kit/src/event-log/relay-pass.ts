/**
 * One pass of the relay over the log: locks the positions of some companies, so that two replicas do
 * not read the same, publishes the events after each position in order and waits for JetStream's
 * acks, then advances the positions. Events that this process has published already are not
 * published again.
 */
import type { Pool } from 'pg';
import { transaction } from '../postgres/transaction.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { Publications } from './publications.ts';
import {
  afterFailedPass,
  afterPass,
  companiesToRepeat,
  EVENTS_MAX,
  type PassOutcome,
  type PublishedCompany,
} from './relay-decision.ts';
import { advancePositions, lockUnpublished } from './relay-store.ts';

export interface PassOptions {
  readonly pool: Pool;
  readonly publications: Pick<Publications, 'publish' | 'moved'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** The pass has read the company's log up to this number, and to its end if it is the end. */
  readonly reached: (companyId: string, upTo: number, isEnd: boolean) => void;
  /** JetStream has not accepted an event of the company. */
  readonly rejected: (companyId: string) => void;
}

/** Never throws: a failure is logged and retried. */
export async function runPass(
  options: PassOptions,
  companies: readonly string[],
): Promise<PassOutcome> {
  try {
    return await publishPending(options, companies);
  } catch (error) {
    options.log.warn({ err: error }, 'publishing events failed, will retry');
    return afterFailedPass(companies);
  }
}

async function publishPending(
  options: PassOptions,
  companies: readonly string[],
): Promise<PassOutcome> {
  const { result } = await transaction(options.pool, async (db) => {
    const { locked, events } = await lockUnpublished(db, companies, EVENTS_MAX);
    const read = Map.groupBy(events, ({ companyId }) => companyId);
    for (const companyId of locked) {
      const own = read.get(companyId) ?? [];
      options.reached(companyId, own.at(-1)?.seq ?? 0, own.length < EVENTS_MAX);
    }
    const published = await Promise.all(
      [...read].map(([companyId, own]) => publishInOrder(options, companyId, own)),
    );
    const failure = published.find(({ error }) => error);
    if (failure) {
      options.metrics.publishFailures.inc();
      options.log.warn({ err: failure.error }, 'JetStream did not accept an event');
    }
    const advanced = published.filter(({ seq }) => seq > 0);
    return { result: { locked, published, advanced }, last: advancePositions(advanced) };
  });
  const { locked, published, advanced } = result;
  for (const { companyId, seq } of advanced) options.publications.moved(companyId, seq);
  // The positions of the accepted events are committed; the pass counts as failed all the same.
  if (published.some(({ error }) => error)) throw new Error('some events were not accepted');
  const count = published.reduce((sum, own) => sum + own.count, 0);
  return afterPass(companiesToRepeat(companies, locked, published), count);
}

/** Publishes a company's events without waiting between them; one connection keeps their order. */
async function publishInOrder(
  { publications, rejected }: PassOptions,
  companyId: string,
  events: readonly LoggedEvent[],
): Promise<PublishedCompany> {
  const outcomes = await Promise.all(events.map(publications.publish));
  const failedAt = outcomes.findIndex(({ error }) => error !== undefined);
  if (failedAt === -1) return { companyId, seq: events.at(-1)?.seq ?? 0, count: events.length };
  rejected(companyId);
  return {
    companyId,
    seq: events[failedAt - 1]?.seq ?? 0,
    count: failedAt,
    error: outcomes[failedAt]?.error,
  };
}
