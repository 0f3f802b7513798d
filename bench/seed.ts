/** The data that is measured on: companies, agents with keys, and issues to claim, created by HTTP. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  openConnection,
  requestText,
  type Connection,
  type RequestText,
} from '@muster/test-kit/http-connection';

/** Issues in the inbox of each agent. */
const INBOX_ISSUES = 5;
const CREATED = [200, 201];
const TOO_MANY_REQUESTS = 429;
/** The shortest time that the gateway asks a refused caller to wait. */
const RETRY_MS = 1_000;
/** Characters of an issue's description. */
const TEXT_CHARS = 800;
const FILLER = 'Measure the request, change one thing in the service and measure again. ';

/** The measured system: its address, and the token of its board. */
export interface Target {
  readonly baseUrl: string;
  readonly boardToken: string;
}

/** One connection, with agents and issues of its own. */
export interface LoadClient {
  readonly connection: Connection;
  readonly companyId: string;
  readonly boardToken: string;
  /** They send requests in turn: each has an inbox, and none exceeds its rate limit. */
  readonly agents: readonly AgentKey[];
  /** Issues of this client alone, so that no other client claims them. */
  readonly pool: Issue[];
  /** Number of requests so far, to cycle through the agents and the pool. */
  turn: number;
}

/** The first agent of a client. */
export const workerOf = ({ agents }: LoadClient): AgentKey => agents[0] as AgentKey;

export interface AgentKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

export interface Issue {
  readonly id: string;
  readonly identifier: string;
  /** A word that only this issue has. */
  readonly rareWord: string;
}

/** A word that each issue of a pool has. */
export const COMMON_WORD = 'everywhere';

export interface Seed {
  readonly clients: readonly LoadClient[];
  close(): void;
}

export interface SeedSize {
  readonly companies: number;
  readonly clientsPerCompany: number;
  readonly agentsPerClient: number;
  /** Includes the issues in inboxes. */
  readonly issuesPerClient: number;
}

/** These agents are never started: requests are measured, not programs. */
const asleep = { heartbeat: { enabled: false, wakeOnDemand: false } };

export async function seedCompanies(target: Target, size: SeedSize): Promise<Seed> {
  const companies = await Promise.all(
    Array.from({ length: size.companies }, (_, number) => seedCompany(target, size, number)),
  );
  const clients = companies.flat();
  return { clients, close: () => clients.forEach(({ connection }) => connection.close()) };
}

async function seedCompany(
  { baseUrl, boardToken }: Target,
  { clientsPerCompany, agentsPerClient, issuesPerClient }: SeedSize,
  number: number,
): Promise<LoadClient[]> {
  const connections = await Promise.all(
    Array.from({ length: clientsPerCompany }, () => openConnection(baseUrl)),
  );
  const [first] = connections as [Connection];
  const board = creator(first, boardToken);
  const { id: companyId } = await board('/companies', { name: `Bench ${number}` });
  const clients: LoadClient[] = [];
  for (const [client, connection] of connections.entries()) {
    const agents: AgentKey[] = [];
    while (agents.length < agentsPerClient) {
      agents.push(await seedAgent(board, companyId, `Worker ${client}-${agents.length}`));
    }
    clients.push({ connection, companyId, boardToken, agents, pool: [], turn: 0 });
  }
  await Promise.all(
    clients.map((client, index) => {
      const inPool = Math.max(1, issuesPerClient - agentsPerClient * INBOX_ISSUES);
      return seedIssues(
        client,
        Array.from({ length: inPool }, (_, n) => n * clients.length + index),
      );
    }),
  );
  return clients;
}

export async function seedAgent(board: Create, companyId: string, name: string): Promise<AgentKey> {
  const { id } = await board(`/companies/${companyId}/agents`, {
    name,
    role: 'engineer',
    runtimeConfig: asleep,
  });
  const { token } = await board(`/agents/${id}/keys`, { name: 'bench' });
  return { id, name, token: token ?? '' };
}

async function seedIssues(client: LoadClient, numbers: readonly number[]): Promise<void> {
  const path = `/companies/${client.companyId}/issues`;
  const board = creator(client.connection, client.boardToken);
  for (const agent of client.agents) {
    for (let number = 0; number < INBOX_ISSUES; number += 1) {
      await board(path, {
        title: `Wait in an inbox ${number}`,
        description: issueText('Wait.'),
        status: 'todo',
        assigneeAgentId: agent.id,
      });
    }
  }
  for (const number of numbers) {
    const rareWord = `marker${number}end`;
    const { id, identifier = '' } = await board(path, {
      title: `Be claimed, number ${number}`,
      description: issueText(`It has ${rareWord}, and ${COMMON_WORD} is in all.`),
      status: 'todo',
    });
    client.pool.push({ id, identifier, rareWord });
  }
}

/** As long as every description here, and beginning with this. */
export const issueText = (beginning: string): string => `${beginning} `.padEnd(TEXT_CHARS, FILLER);

interface Created {
  readonly id: string;
  readonly token?: string;
  readonly identifier?: string;
}
type Create = (path: string, body: object) => Promise<Created>;

export const creator =
  (connection: Connection, token: string): Create =>
  (path, body) =>
    askFor(connection, { method: 'POST', path: `/api${path}`, token, body });

/** The board creates everything, so a large fill meets its rate limit, and goes on at that rate. */
async function askFor(connection: Connection, request: RequestText): Promise<Created> {
  const { status, body } = await connection.send(requestText(request));
  if (CREATED.includes(status)) return JSON.parse(body) as Created;
  if (status === TOO_MANY_REQUESTS) {
    await delay(RETRY_MS);
    return askFor(connection, request);
  }
  throw new Error(`${request.method} ${request.path} was answered with ${status}: ${body}`);
}
