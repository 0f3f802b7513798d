/**
 * The limit that the checkout through the gateway is compared with: the same statements on copies
 * of the same tables in the same Postgres, sent from one Node process with nothing around them. The
 * statements are not written down here: the issues service runs once on a schema of its own, and
 * what it sends for a checkout is recorded and then sent again with other ids.
 */
import type { Writable } from 'node:stream';
import type { Stack } from '@muster/tools/stack';
import pg from 'pg';
import { DONE, driveLoad, DRY, type Step } from './load.ts';
import { recordCheckout, SCHEMA, type Sent } from './record-checkout.ts';
import type { Scenario } from './scenarios.ts';
import type { Issue, Lane, Seed } from './seed.ts';

/** Tables of the service that a checkout reads beside the issue. */
const COPIES = ['companies', 'roster'];
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface RawLane {
  readonly lane: Lane;
  readonly client: pg.Client;
  /** The statements of each claim, made before the window. */
  claims: Sent[][];
}

export interface RawSql extends Scenario {
  close(): Promise<void>;
}

export async function openRawSql(stack: Stack, { lanes }: Seed): Promise<RawSql> {
  const [sample] = lanes as [Lane];
  const clients = await Promise.all(lanes.map(() => openClient(stack)));
  const [owner] = clients as [pg.Client];
  const sent = await recordCheckout(stack, sample, async () => {
    for (const table of [...COPIES, 'issues']) {
      await owner.query(copyOf(table));
    }
  });
  const rawLanes: RawLane[] = lanes.map((lane, index) => ({
    lane, client: clients[index] as pg.Client, claims: [],
  }));
  const restore = async (): Promise<void> => {
    await owner.query(`truncate ${SCHEMA}.issues cascade`);
    await owner.query(copyOf('issues'));
    await owner.query(`vacuum analyze ${SCHEMA}.issues`);
    for (const rawLane of rawLanes) {
      const { lane } = rawLane;
      rawLane.claims = lane.pool.map((issue) => adapt(sent, sample, lane, issue)).toReversed();
    }
  };
  await restore();
  return {
    name: 'raw SQL',
    run: (seconds) => driveLoad(rawLanes, seconds, claim),
    restore,
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
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
  // What is under way fails with it; when nothing is, nobody needs to know.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The statements of another claim: known ids are exchanged, unknown ones are made anew. */
function adapt(sent: readonly Sent[], sample: Lane, lane: Lane, issue: Issue): Sent[] {
  const [first] = sample.pool as [Issue];
  const known = new Map([
    [first.id, issue.id],
    [sample.worker.id, lane.worker.id],
    [sample.companyId, lane.companyId],
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

const claim: Step<RawLane> = async ({ client, claims }) => {
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
