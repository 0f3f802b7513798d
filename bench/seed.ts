/** What is measured on: companies, agents with keys, and issues to claim, all made by HTTP. */
import {
  openConnection, requestText, type Connection, type RequestText,
} from './http-client.ts';

const COMPANIES = 16;
const LANES_PER_COMPANY = 2;
/** What an agent of ordinary diligence has before it. */
const INBOX_ISSUES = 5;
const CREATED = [200, 201];

/** One connection, which is one agent that claims and one that has an inbox. */
export interface Lane {
  readonly connection: Connection;
  readonly companyId: string;
  readonly worker: AgentKey;
  readonly reader: AgentKey;
  /** Issues of this lane alone, so that nobody else claims them. */
  readonly pool: Issue[];
  /** Counts what the lane has asked for, to go round its pool. */
  turn: number;
}

export interface AgentKey {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

export interface Issue {
  readonly id: string;
  readonly identifier: string;
}

export interface Seed {
  readonly lanes: readonly Lane[];
  close(): void;
}

export interface SeedOptions {
  readonly baseUrl: string;
  readonly boardToken: string;
  readonly issuesPerLane: number;
}

/** Nothing starts these agents: what is measured are requests, not programs. */
const asleep = { heartbeat: { enabled: false, wakeOnDemand: false } };

export async function seedCompanies(options: SeedOptions): Promise<Seed> {
  const lanes = await Promise.all(
    Array.from({ length: COMPANIES }, (_, number) => seedCompany(options, number)),
  );
  const all = lanes.flat();
  return { lanes: all, close: () => all.forEach(({ connection }) => connection.close()) };
}

async function seedCompany(
  { baseUrl, boardToken, issuesPerLane }: SeedOptions,
  number: number,
): Promise<Lane[]> {
  const connections = await Promise.all(
    Array.from({ length: LANES_PER_COMPANY }, () => openConnection(baseUrl)),
  );
  const [first] = connections as [Connection];
  const board = creator(first, boardToken);
  const { id: companyId } = await board('/companies', { name: `Bench ${number}` });
  const lanes: Lane[] = [];
  for (const [lane, connection] of connections.entries()) {
    const worker = await seedAgent(board, companyId, `Worker ${lane}`);
    const reader = await seedAgent(board, companyId, `Reader ${lane}`);
    lanes.push({ connection, companyId, worker, reader, pool: [], turn: 0 });
  }
  await Promise.all(lanes.map((lane) => seedIssues(lane, boardToken, issuesPerLane)));
  return lanes;
}

export async function seedAgent(board: Create, companyId: string, name: string): Promise<AgentKey> {
  const { id } = await board(`/companies/${companyId}/agents`, {
    name, role: 'engineer', adapterType: 'process', runtimeConfig: asleep,
  });
  const { token } = await board(`/agents/${id}/keys`, { name: 'bench' });
  return { id, name, token: token ?? '' };
}

async function seedIssues(lane: Lane, boardToken: string, count: number): Promise<void> {
  const { companyId, reader, pool } = lane;
  const path = `/companies/${companyId}/issues`;
  const board = creator(lane.connection, boardToken);
  const description = 'Measure, change one thing, measure again. '.repeat(10);
  for (let number = 0; number < INBOX_ISSUES; number += 1) {
    await board(path, {
      title: `Wait in an inbox ${number}`, status: 'todo', assigneeAgentId: reader.id,
    });
  }
  for (let number = 0; number < count; number += 1) {
    const { id, identifier = '' } = await board(path, {
      title: `Be claimed, number ${number}`, description, status: 'todo',
    });
    pool.push({ id, identifier });
  }
}

type Created = { readonly id: string; readonly token?: string; readonly identifier?: string };
type Create = (path: string, body: object) => Promise<Created>;

export const creator = (connection: Connection, token: string): Create => (path, body) =>
  askFor(connection, { method: 'POST', path: `/api${path}`, token, body });

async function askFor(connection: Connection, request: RequestText): Promise<Created> {
  const { status, body } = await connection.ask(requestText(request));
  if (CREATED.includes(status)) return JSON.parse(body) as Created;
  throw new Error(`${request.method} ${request.path} was answered with ${status}: ${body}`);
}
