/** One batch of a partition: messages are parsed and grouped by company. */
import type { JsMsg } from '@nats-io/jetstream';
import { fromCloudEvent } from '../../event-log/cloud-event.ts';
import { requireEventsOf } from '../../event-log/require-events-of.ts';
import { isPublishedBy, parseMessageId } from '../../nats/message-id.ts';
import type { Subjects } from '../../nats/subjects.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { deliveryOf, type Delivery } from '../delivery.ts';
import { isSubscribed, type NamedReaction } from '../reaction.ts';
import type { ReceivedEvents } from '../received-events.ts';

export interface BatchOptions {
  readonly reactions: readonly NamedReaction[];
  readonly subjects: Subjects;
  readonly log: Logger;
  readonly received: Pick<ReceivedEvents, 'add'>;
}

export function receiveBatch(options: BatchOptions, batch: readonly JsMsg[]): void {
  const messages = batch.flatMap((message) => {
    const delivery = readDelivery(options, message);
    return delivery ? { delivery, bytes: message.data.length } : [];
  });
  const groups = Map.groupBy(
    messages,
    ({ delivery: { producer, companyId } }) => `${producer} ${companyId}`,
  );
  for (const group of groups.values()) {
    options.received.add({
      deliveries: group.map(({ delivery }) => delivery),
      bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  }
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
