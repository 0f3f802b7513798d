/**
 * One pass of the relay: locks the positions of some companies, publishes the events after each
 * position in order and waits for JetStream's acks, then advances the positions.
 */
import type { ServiceName } from '@muster/contracts';
import type { JetStreamClient, PubAck } from '@nats-io/jetstream';
import type { Pool } from 'pg';
import { messageIdOf } from '../nats/message-id.ts';
import { partitionOf, type Subjects } from '../nats/subjects.ts';
import { transaction } from '../postgres/transaction.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { traced, type Tracer } from '../telemetry/span.ts';
import { publishSpan } from '../telemetry/span-names.ts';
import { toCloudEvent } from './cloud-event.ts';
import {
  afterFailedPass,
  afterPass,
  companiesToRepeat,
  EVENTS_MAX,
  type PassOutcome,
  type PublishedCompany,
} from './relay-decision.ts';
import { advancePositions, lockUnpublished, type LoggedEvent } from './relay-store.ts';

export interface PassOptions {
  readonly producer: ServiceName;
  readonly pool: Pool;
  readonly stream: JetStreamClient;
  readonly subjects: Subjects;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  readonly log: Logger;
}

/** Never throws: a failure is counted, logged and retried. */
export async function runPass(
  options: PassOptions,
  companies: readonly string[],
): Promise<PassOutcome> {
  try {
    return await publishPending(options, companies);
  } catch (error) {
    options.metrics.publishFailures.inc();
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
    const published = await Promise.all(
      [...Map.groupBy(events, ({ companyId }) => companyId).values()].map((own) =>
        publishInOrder(options, own),
      ),
    );
    const failure = published.find(({ error }) => error);
    if (failure) options.log.warn({ err: failure.error }, 'JetStream did not accept an event');
    const again = companiesToRepeat(companies, locked, published);
    const count = published.reduce((sum, own) => sum + own.count, 0);
    return {
      result: { again, count, failed: failure !== undefined },
      last: advancePositions(published.filter(({ seq }) => seq > 0)),
    };
  });
  // The positions of the accepted events are committed; the pass counts as failed all the same.
  if (result.failed) throw new Error('some events were not accepted');
  return afterPass(result.again, result.count);
}

/** Publishes a company's events without waiting between them; one connection keeps their order. */
async function publishInOrder(
  options: PassOptions,
  events: readonly LoggedEvent[],
): Promise<PublishedCompany> {
  const { companyId } = events[0] as LoggedEvent;
  const acks = await Promise.allSettled(events.map((event) => publish(options, event)));
  const failedAt = acks.findIndex(({ status }) => status === 'rejected');
  const accepted = failedAt === -1 ? events : events.slice(0, failedAt);
  options.metrics.eventsPublished.inc(accepted.length);
  const error = acks.find((ack) => ack.status === 'rejected')?.reason as unknown;
  return { companyId, seq: accepted.at(-1)?.seq ?? 0, count: accepted.length, error };
}

/** The consumer of the message continues the trace under the span of the publication. */
function publish(
  { producer, subjects, stream, tracer }: PassOptions,
  event: LoggedEvent,
): Promise<PubAck> {
  const { companyId, seq, type, traceparent } = event;
  const send = (parent: string | null): Promise<PubAck> =>
    stream.publish(
      subjects.event(producer, partitionOf(companyId), type),
      toCloudEvent({ ...event, producer, traceparent: parent }),
      { msgID: messageIdOf({ producer, companyId, seq }) },
    );
  if (!tracer || !traceparent) return send(traceparent);
  const span = tracer.startSpan(publishSpan(event), traceparent);
  return traced(span, () => send(span.traceparent));
}
