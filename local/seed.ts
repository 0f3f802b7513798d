/**
 * `pnpm seed`: creates one small example company through the API, unless it exists.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, listeningPort, print } from './stack/settings.ts';

const COMPANY = 'Acme Robotics';
const REQUEST_TIMEOUT_MS = 30_000;

interface Row {
  id: string;
  name?: string;
}

const tokenFile =
  process.env['MUSTER_BOARD_TOKEN_FILE'] ?? join(dataFolder(process.env), 'board-token');
const api = process.env['MUSTER_API_URL'] ?? `http://127.0.0.1:${listeningPort(process.env)}`;

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${api}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} failed with ${reply.status}: ${text}`);
  return JSON.parse(text);
}

const create = async (path: string, body: object): Promise<Row> =>
  (await call('POST', path, body)) as Row;

async function run(): Promise<void> {
  const companies = (await call('GET', '/companies?limit=500')) as Row[];
  if (companies.some(({ name }) => name === COMPANY)) return;
  const company = await create('/companies', {
    name: COMPANY,
    description: 'Builds small robots that tidy up large warehouses.',
    budgetMonthlyCents: 50_000,
  });
  const engineer = await hire(company.id);
  await giveWork(company.id, engineer.id);
  print(`Created the example company ${COMPANY} with two agents and four issues.`);
}

// The example agents have no program to run, so nothing may wake them.
const neverWoken = { heartbeat: { enabled: false, wakeOnDemand: false } };

async function hire(companyId: string): Promise<Row> {
  const agents = `/companies/${companyId}/agents`;
  const chief = await create(agents, {
    name: 'Ada',
    role: 'ceo',
    title: 'Chief executive',
    icon: 'crown',
    capabilities: 'Sets the direction and hires.',
    adapterType: 'process',
    budgetMonthlyCents: 20_000,
    runtimeConfig: neverWoken,
  });
  return create(agents, {
    name: 'Grace',
    role: 'engineer',
    title: 'Robotics engineer',
    icon: 'wrench',
    reportsTo: chief.id,
    capabilities: 'Writes and tests the control software.',
    adapterType: 'process',
    budgetMonthlyCents: 10_000,
    runtimeConfig: neverWoken,
  });
}

async function giveWork(companyId: string, engineerId: string): Promise<void> {
  const issues = `/companies/${companyId}/issues`;
  const parent = await create(issues, {
    title: 'Robots find their way around a moved shelf',
    status: 'todo',
    priority: 'high',
    description: 'A shelf that was moved must not stop a robot for more than ten seconds.',
  });
  const child = await create(issues, {
    title: 'Plan a new path when the old one is blocked',
    status: 'todo',
    priority: 'high',
    parentId: parent.id,
    assigneeAgentId: engineerId,
  });
  await create(issues, {
    title: 'Record which shelves move most often',
    priority: 'low',
    parentId: parent.id,
  });
  await create(issues, { title: 'Write the safety sheet for visitors', status: 'todo' });
  await create(`/issues/${child.id}/comments`, {
    body: 'Start with the simplest planner that works; we can measure it afterwards.',
  });
}

run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  print(`The example company could not be created: ${reason}`);
  process.exitCode = 1;
});
