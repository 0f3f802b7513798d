/**
 * Telling whoever listens at this moment, and nobody else: what is told is kept nowhere, reaches a
 * listener once or never, and delays and fails nothing where nobody can be told.
 */
import type { ServiceName } from '@muster/contracts';
import type { Runtime } from './runtime.ts';

export interface Listening {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly name: string;
}

export function tellListeners(
  { name: producer, nats, subjects }: Pick<Runtime, 'name' | 'nats' | 'subjects'>,
  { companyId, name }: Omit<Listening, 'producer'>,
  told: object,
): void {
  if (nats.isClosed() || nats.isDraining()) return;
  nats.publish(subjects.live(producer, companyId, name), JSON.stringify(told));
}

/** Until the returned function is called. What was told is JSON, not checked yet. */
export function listenTo(
  { nats, subjects }: Pick<Runtime, 'nats' | 'subjects'>,
  { producer, companyId, name }: Listening,
  hear: (told: unknown) => void,
): () => void {
  const subscription = nats.subscribe(subjects.live(producer, companyId, name), {
    callback: (error, message) => {
      if (!error) hear(message.json());
    },
  });
  return () => subscription.unsubscribe();
}
