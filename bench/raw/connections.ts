/** Sends plays to Postgres: each in as few writes to the socket as its outcome allows. */
import type { Writable } from 'node:stream';
import { newId } from '@muster/service-kit';
import pg from 'pg';
import type { Play, PlayedStatement } from './plays.ts';
import { valueOf } from './template.ts';

/** Reads share these, as they do in a service. */
const READ_CONNECTIONS = 4;
/** All types stay text, as they come: nothing is made of them. */
const asText = { getTypeParser: () => (text: unknown) => text };

/** Rows of each statement, or that it did not find what it was to find. */
export type Outcome = unknown[][] | 'missed';

export interface Player {
  /** Reads of all plays at once. */
  read(plays: readonly Play[], ids: Map<string, string>): Promise<Outcome>;
  /** The whole transaction in one write; each client has a connection of its own. */
  write(client: string, play: Play, ids: Map<string, string>): Promise<Outcome>;
  /** The first statement decides whether the play goes on, or the other one that was refused. */
  race(client: string, won: Play, lost: Play, ids: Map<string, string>): Promise<Outcome>;
}

export function openPlayer(databaseUrl: string): Player {
  const connections = new Map<string, Promise<pg.Client>>();
  const connectionOf = (schema: string, name: string): Promise<pg.Client> => {
    const key = `${schema} ${name}`;
    const open = connections.get(key) ?? connect(databaseUrl, schema);
    connections.set(key, open);
    return open;
  };
  let turn = 0;
  return {
    async read(plays, ids) {
      turn += 1;
      const name = `read ${turn % READ_CONNECTIONS}`;
      const results = plays.map(async ({ schema, statements }) => {
        const connection = await connectionOf(schema, name);
        return inOneWrite(connection, () => statements.map(sendTo(connection, ids)));
      });
      const statements = plays.flatMap((play) => play.statements);
      return outcomeOf(statements, (await Promise.all(results)).flat());
    },
    async write(client, { schema, statements }, ids) {
      const connection = await connectionOf(schema, client);
      const results = await inOneWrite(connection, () => [
        connection.query('begin'),
        ...statements.map(sendTo(connection, ids)),
        connection.query('commit'),
      ]);
      return outcomeOf(statements, results.slice(1, -1));
    },
    async race(client, won, lost, ids) {
      const connection = await connectionOf(won.schema, client);
      const send = sendTo(connection, ids);
      const [first] = won.statements as [PlayedStatement];
      const [, claimed] = await inOneWrite(connection, () => [
        connection.query('begin'),
        send(first),
      ]);
      const isWon = claimed?.rowCount === 1;
      const rest = (isWon ? won : lost).statements.slice(1);
      await inOneWrite(connection, () => [
        ...rest.map(send),
        connection.query(isWon ? 'commit' : 'rollback'),
      ]);
      return isWon ? [claimed.rows] : 'missed';
    },
  };
}

async function connect(databaseUrl: string, schema: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    pipeline: true,
    application_name: 'raw',
    options: `-c search_path=${schema} -c timezone=UTC -c muster.companies=*`,
  });
  // Queries in progress reject by themselves; an idle connection may break without consequences.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const names = new Map<string, string>();

const sendTo =
  (client: pg.Client, ids: Map<string, string>) =>
  ({ text, values }: PlayedStatement): Promise<pg.QueryResult> => {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return client.query({
      name,
      text,
      values: values.map((value) => valueOf(value, ids, newId)),
      rowMode: 'array',
      types: asText,
    });
  };

/** As the services do: a system call costs more than a statement. */
function inOneWrite(
  client: pg.Client,
  send: () => readonly Promise<pg.QueryResult>[],
): Promise<pg.QueryResult[]> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  const results = Promise.all(send());
  stream.uncork();
  return results;
}

function outcomeOf(
  statements: readonly PlayedStatement[],
  results: readonly pg.QueryResult[],
): Outcome {
  const isMissed = statements.some(
    ({ findsRows }, index) => findsRows && (results[index]?.rowCount ?? 0) === 0,
  );
  return isMissed ? 'missed' : results.map(({ rows }) => rows);
}
