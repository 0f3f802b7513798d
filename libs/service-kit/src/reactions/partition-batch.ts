/** One batch of a partition: messages are parsed, grouped by company and applied. */
import type { JsMsg } from '@nats-io/jetstream';
import { fromCloudEvent } from '../event-log/cloud-event.ts';
import { requireEventsOf } from '../event-log/require-events-of.ts';
import { isPublishedBy, parseMessageId } from '../nats/message-id.ts';
import type { Subjects } from '../nats/subjects.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Outcome } from './apply.ts';
import { deliveryOf, type Delivery } from './delivery.ts';
import { isSubscribed, type NamedReaction } from './reaction.ts';

export interface BatchOptions {
  readonly reactions: readonly NamedReaction[];
  readonly subjects: Subjects;
  readonly log: Logger;
  /** Applies events of one producer and company, given in order. */
  readonly apply: (deliveries: readonly Delivery[]) => Promise<Outcome>;
  readonly catchUp: (producer: string, companyId: string) => Promise<Outcome>;
}

export async function applyBatch(options: BatchOptions, batch: readonly JsMsg[]): Promise<void> {
  const deliveries = batch.flatMap((message) => readDelivery(options, message) ?? []);
  const groups = Map.groupBy(deliveries, ({ producer, companyId }) => `${producer} ${companyId}`);
  await Promise.all([...groups.values()].map((group) => applyGroup(options, group)));
}

/**
 * The message id holds an event's position and the subject its type, so an event that this service
 * does not handle is never parsed. NATS binds the subject alone to the user that published it:
 * producer, company, number and type have to be the same in the subject, the id and the body, or a
 * service could speak for another one. A message that is no event of ours is logged and dropped.
 */
function readDelivery(
  { log, reactions, subjects }: BatchOptions,
  message: JsMsg,
): Delivery | undefined {
  try {
    const position = parseMessageId(message.headers?.get('Nats-Msg-Id'));
    if (!position) throw new Error('the message id names no event');
    const subject = subjects.eventIn(message.subject);
    if (!isPublishedBy(subject, position)) throw new Error('another producer has published it');
    const { producer, companyId, seq } = position;
    if (!isSubscribed(reactions, producer, subject.type)) {
      return { ...position, event: undefined, effects: [] };
    }
    const event = fromCloudEvent(message.string());
    requireEventsOf([event], { producer, companyId });
    if (event.seq !== seq || event.type !== subject.type) {
      throw new Error('its body is another event than its subject and its id say');
    }
    return deliveryOf(reactions, event);
  } catch (error) {
    log.error({ err: error, subject: message.subject }, 'message is not an event, dropped');
    return undefined;
  }
}

async function applyGroup(options: BatchOptions, group: readonly Delivery[]): Promise<void> {
  const inOrder = group.toSorted((a, b) => a.seq - b.seq);
  const { producer, companyId } = inOrder[0] as Delivery;
  try {
    const outcome = await options.apply(inOrder);
    if (outcome === 'gap') await options.catchUp(producer, companyId);
  } catch (error) {
    // Postgres or the producer is unavailable; the next event or a sweep goes on from the cursor.
    options.log.warn({ err: error, producer, companyId }, 'applying events failed');
  }
}
