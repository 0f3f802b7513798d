/** Somebody who holds the credentials of one service and tries what is not that service's. */
import { readFileSync } from 'node:fs';
import type { NatsAccess } from '@muster/tools/stack';
import { connect, errors, nkeyAuthenticator } from '@nats-io/transport-node';
import pg from 'pg';

export type Tries = { readonly publish: readonly string[]; readonly subscribe: readonly string[] };

/** What NATS refuses of it, in the order of the tries. */
export async function refusedByNats(
  { url, seedFile = '' }: NatsAccess,
  { publish, subscribe }: Tries,
): Promise<Tries> {
  const nats = await connect({
    servers: url, authenticator: nkeyAuthenticator(readFileSync(seedFile)),
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
  // What NATS has to say of these comes before its answer to this.
  await nats.flush();
  await nats.close();
  await watching;
  return {
    publish: publish.filter((subject) => refused.publish.has(subject)),
    subscribe: subscribe.filter((subject) => refused.subscription.has(subject)),
  };
}

/** The code with which Postgres refuses each statement; `done` where it does not. */
export async function refusedByPostgres(
  url: string,
  statements: readonly string[],
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const outcomes: string[] = [];
  try {
    for (const statement of statements) {
      outcomes.push(await client.query(statement).then(
        () => 'done', (error: unknown) => (error as { code: string }).code,
      ));
    }
  } finally {
    await client.end();
  }
  return outcomes;
}
