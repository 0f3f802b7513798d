/**
 * Live messages: published to the subscribers of this moment. They are not stored, reach a
 * subscriber at most once, and publishing never delays or fails the caller.
 */
import type { ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { listen, type Listener } from './listen.ts';
import type { Subjects } from './subjects.ts';

export interface LiveTopic {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly name: string;
}

interface Publisher {
  readonly name: ServiceName;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
}

export function publishLive(
  { name: producer, nats, subjects }: Publisher,
  { companyId, name }: Omit<LiveTopic, 'producer'>,
  message: object,
): void {
  if (nats.isClosed() || nats.isDraining()) return;
  nats.publish(subjects.live(producer, companyId, name), JSON.stringify(message));
}

/** Returns how to unsubscribe. Messages are parsed JSON, not validated. */
export function subscribeLive(
  { nats, log, subjects }: Listener & Pick<Publisher, 'subjects'>,
  { producer, companyId, name }: LiveTopic,
  onMessage: (message: unknown) => void,
): () => void {
  const subject = subjects.live(producer, companyId, name);
  const subscription = listen({ nats, log }, subject, (message) => onMessage(message.json()));
  return () => subscription.unsubscribe();
}
