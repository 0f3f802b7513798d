/**
 * The yardstick of each row: the statements that the services send for its request, on copies of the
 * same tables in the same Postgres, behind one hop of HTTP and with nothing else around them. They are
 * recorded in each run, and sent with other ids.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Stack } from '@muster/local/stack';
import { openConnection, requestText, type RequestText } from '@muster/test-kit/http-connection';
import pg from 'pg';
import { checkouts, races, type Claims } from '../claims.ts';
import type { RawRow } from '../rows.ts';
import type { Scenario } from '../scenario.ts';
import type { AgentKey, Issue, LoadClient, Seed } from '../seed.ts';
import { agentOf, issueOf, patchTurns, scenarioOf } from '../steps.ts';
import { freeIssues } from './copies.ts';
import { recordPlays } from './record.ts';
import type { Order, HOLES } from './server.ts';

const OK = 200;

export interface Yardstick {
  readonly scenarios: readonly Scenario[];
  /** The process that sends the statements, as those of a stack are named. */
  readonly pids: Stack['pids'];
  close(): Promise<void>;
}

export async function openYardstick(
  stack: Stack,
  seed: Seed,
  rows: readonly RawRow[],
): Promise<Yardstick> {
  const owner = new pg.Client({ connectionString: stack.databaseUrl, application_name: 'raw' });
  // Queries in progress reject by themselves.
  owner.on('error', () => undefined);
  await owner.connect();
  const plays = await recordPlays(stack, owner, seed.clients, rows);
  const server = fork(join(import.meta.dirname, 'server.ts'));
  const order: Order = { databaseUrl: stack.databaseUrl, plays: Object.fromEntries(plays) };
  server.send(order);
  const [port] = (await Promise.race([once(server, 'message'), once(server, 'exit')])) as [number];
  const clients = await Promise.all(
    seed.clients.map(async (client): Promise<LoadClient> => ({
      ...client,
      connection: await openConnection(`http://127.0.0.1:${port}`),
      turn: 0,
    })),
  );
  return {
    scenarios: rows.map((row) => scenarioFor(row, clients, owner)),
    pids: () => [{ name: 'raw', replica: 1, pid: server.pid as number }],
    async close() {
      for (const { connection } of clients) connection.close();
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
      await owner.end();
    },
  };
}

function scenarioFor(row: RawRow, clients: readonly LoadClient[], owner: pg.Client): Scenario {
  const pathOf = pathsOf(row, clients);
  const claims: Claims = {
    claim: (client, { agent, issue }) =>
      client.connection.send(requestText(pathOf(client, agent, issue))),
    release: async () => undefined,
  };
  const withRestore = (scenario: Scenario): Scenario => ({
    ...scenario,
    async restore() {
      await scenario.restore();
      await freeIssues(owner);
    },
  });
  if (row === 'raw_checkout') return withRestore(checkouts(row, clients, claims));
  if (row === 'raw_race') return withRestore(races(row, clients, claims));
  if (row !== 'raw_patch') {
    return scenarioOf(clients, row, OK, (client) =>
      pathOf(client, agentOf(client), issueOf(client)),
    );
  }
  const patchOf = patchTurns();
  return scenarioOf(clients, row, OK, (client) => {
    const { issue, priority } = patchOf(client);
    return pathOf(client, agentOf(client), issue, priority);
  });
}

type PathOf = (client: LoadClient, agent: AgentKey, issue: Issue, priority?: string) => RequestText;

/** The pool of a client is its own, so it tells the clients apart. */
function pathsOf(row: RawRow, clients: readonly LoadClient[]): PathOf {
  const numbers = new Map(clients.map(({ pool }, number) => [pool, number]));
  return ({ companyId, pool }, agent, issue, priority = '') => {
    const holes: Record<(typeof HOLES)[number], string> = {
      companyId,
      agentId: agent.id,
      issueId: issue.id,
      identifier: issue.identifier,
      rareWord: issue.rareWord,
      priority,
    };
    const parts = [row, numbers.get(pool), ...Object.values(holes)];
    return { method: 'GET', path: `/${parts.join('/')}`, token: '' };
  };
}
