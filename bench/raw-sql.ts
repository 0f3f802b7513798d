/**
 * The yardstick of the checkout through the gateway: the same statements on copies of the same tables
 * in the same Postgres, sent from one Node process without anything else. The statements are recorded,
 * not repeated in this file: the issues service runs once on a schema of its own, and what it sends
 * for one checkout is sent again with other ids.
 */
import type { Writable } from 'node:stream';
import type { Stack } from '@muster/local/stack';
import pg from 'pg';
import { DONE, driveLoad, DRY, type Step } from './load.ts';
import { recordCheckout, SCHEMA, type Sent } from './record-checkout.ts';
import { RAW_ROW } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { workerOf, type Issue, type LoadClient, type Seed } from './seed.ts';

/** Tables that a checkout reads besides the issue. */
const COPIES = ['companies', 'roster'];
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface RawClient {
  readonly client: LoadClient;
  readonly postgres: pg.Client;
  /** The statements of each claim, made before the window. */
  claims: Sent[][];
}

export interface RawSql extends Scenario {
  close(): Promise<void>;
}

export async function openRawSql(stack: Stack, { clients }: Seed): Promise<RawSql> {
  const [sample] = clients as [LoadClient];
  const connections = await Promise.all(clients.map(() => openClient(stack)));
  const [owner] = connections as [pg.Client];
  const sent = await recordCheckout(stack, sample, async () => {
    for (const table of [...COPIES, 'issues']) {
      await owner.query(copyOf(table));
    }
  });
  const rawClients: RawClient[] = clients.map((client, index) => ({
    client,
    postgres: connections[index] as pg.Client,
    claims: [],
  }));
  const restore = async (): Promise<void> => {
    await owner.query(`truncate ${SCHEMA}.issues cascade`);
    await owner.query(copyOf('issues'));
    await owner.query(`vacuum analyze ${SCHEMA}.issues`);
    for (const rawClient of rawClients) {
      const { client } = rawClient;
      rawClient.claims = client.pool
        .map((issue) => adapt(sent, sample, client, issue))
        .toReversed();
    }
  };
  await restore();
  return {
    name: RAW_ROW,
    run: (extent) => driveLoad(rawClients, extent, claim),
    restore,
    close: async () => void (await Promise.all(connections.map((connection) => connection.end()))),
  };
}

/** By way of JSON, because the schemas have enumerations of their own. */
const copyOf = (table: string): string => `
  insert into ${SCHEMA}.${table} select copied.* from issues.${table} original,
    lateral jsonb_populate_record(null::${SCHEMA}.${table}, to_jsonb(original)) copied`;

async function openClient({ databaseUrl }: Stack): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    pipeline: true,
    application_name: 'raw',
    options: `-c search_path=${SCHEMA} -c timezone=UTC`,
  });
  // Queries in progress reject by themselves; an idle connection may break without consequences.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The statements for another claim: known ids are replaced, unknown ones generated. */
function adapt(
  sent: readonly Sent[],
  sample: LoadClient,
  client: LoadClient,
  issue: Issue,
): Sent[] {
  const [first] = sample.pool as [Issue];
  const known = new Map([
    [first.id, issue.id],
    [workerOf(sample).id, workerOf(client).id],
    [sample.companyId, client.companyId],
  ]);
  return sent.map(({ text, values }) => {
    const adapted = JSON.stringify(values)
      .replaceAll(first.identifier, issue.identifier)
      .replaceAll(UUID, (id) => {
        const other = known.get(id) ?? crypto.randomUUID();
        known.set(id, other);
        return other;
      });
    return { text, values: JSON.parse(adapted) as unknown[] };
  });
}

const names = new Map<string, string>();
const nameOf = (text: string): string => {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
};

const claim: Step<RawClient> = async ({ postgres: client, claims }) => {
  const statements = claims.pop();
  if (statements === undefined) return DRY;
  const send = ({ text, values }: Sent) =>
    client.query({ name: nameOf(text), text, values: [...values], rowMode: 'array' });
  const [first, ...others] = statements as [Sent, ...Sent[]];
  const last = others.pop();
  const [, claimed] = await inOneWrite(client, [() => client.query('begin'), () => send(first)]);
  for (const statement of others) await send(statement);
  const ends = [() => client.query('commit')];
  const ended = await inOneWrite(client, last ? [() => send(last), ...ends] : ends);
  if (claimed?.rowCount !== 1) return 'the issue was not claimed';
  return ended.at(-1)?.command === 'COMMIT' ? DONE : 'the transaction was rolled back';
};

/** As the services do: a system call costs more than a statement. */
function inOneWrite(
  client: pg.Client,
  sends: readonly (() => Promise<pg.QueryResult>)[],
): Promise<pg.QueryResult[]> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  const results = Promise.all(sends.map((send) => send()));
  stream.uncork();
  return results;
}
