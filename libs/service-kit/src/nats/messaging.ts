/** The connection to NATS with what every service needs of it. */
import type { NatsConnection } from '@nats-io/transport-node';
import { openNats, type NatsConfig, type NatsOptions } from './nats.ts';
import { openRequests, type SendRequest } from './requests.ts';
import { subjectsIn, type Subjects } from './subjects.ts';

export interface Messaging {
  readonly nats: NatsConnection;
  /** Asks over that connection. */
  readonly request: SendRequest;
  readonly subjects: Subjects;
}

export async function openMessaging(
  options: NatsOptions & { readonly config: NatsConfig & { readonly NATS_NAMESPACE: string } },
): Promise<Messaging> {
  const nats = await openNats(options);
  return {
    nats,
    request: openRequests(nats, options.user),
    subjects: subjectsIn(options.config.NATS_NAMESPACE),
  };
}
