/** Uses the credentials of one service to try what belongs to others. */
import { readFileSync } from 'node:fs';
import type { NatsAccess } from '@muster/local/stack';
import { connect, errors, nkeyAuthenticator } from '@nats-io/transport-node';
import pg from 'pg';

export interface Tries {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The tries that NATS refuses, in order. */
export async function refusedByNats(
  { url, seedFile = '' }: NatsAccess,
  { publish, subscribe }: Tries,
): Promise<Tries> {
  const nats = await connect({
    servers: url,
    authenticator: nkeyAuthenticator(readFileSync(seedFile)),
  });
  const refused = { publish: new Set<string>(), subscription: new Set<string>() };
  const status = nats.status();
  const watching = (async () => {
    for await (const event of status) {
      if (event.type !== 'error' || !(event.error instanceof errors.PermissionViolationError)) {
        continue;
      }
      const { operation, subject } = event.error;
      refused[operation].add(subject);
    }
  })();
  for (const subject of publish) nats.publish(subject, 'from an intruder');
  for (const subject of subscribe) nats.subscribe(subject, { callback: () => undefined });
  // NATS reports violations before it answers the flush.
  await nats.flush();
  await nats.close();
  await watching;
  return {
    publish: publish.filter((subject) => refused.publish.has(subject)),
    subscribe: subscribe.filter((subject) => refused.subscription.has(subject)),
  };
}

export interface ForgedMessage {
  readonly subject: string;
  readonly body: string;
}

/** Publishes as that user, and returns when NATS has taken the messages. */
export async function publishAs(
  { url, seedFile = '' }: NatsAccess,
  messages: readonly ForgedMessage[],
): Promise<void> {
  const nats = await connect({
    servers: url,
    authenticator: nkeyAuthenticator(readFileSync(seedFile)),
  });
  for (const { subject, body } of messages) nats.publish(subject, body);
  await nats.drain();
}

/** The error code of each statement, or `done` if Postgres accepts it. */
export async function refusedByPostgres(
  url: string,
  statements: readonly string[],
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const outcomes: string[] = [];
  try {
    for (const statement of statements) {
      outcomes.push(
        await client.query(statement).then(
          () => 'done',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    }
  } finally {
    await client.end();
  }
  return outcomes;
}
