/** What is asked of the gateway, one request a step, each answer checked. */
import { checkouts, races } from './claims.ts';
import { requestText, type RequestText } from '@muster/test-kit/http-connection';
import { DONE, driveLoad } from './load.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import {
  COMMON_WORD,
  issueText,
  type AgentKey,
  type Issue,
  type LoadClient,
  type Seed,
} from './seed.ts';

const OK = 200;
const CREATED = 201;
/** What patches set; the last one is what issues are made with. */
const PRIORITIES = ['high', 'low', 'medium'];

/** In the order in which one run may take them: what only reads does not see what others write. */
export const httpScenarios = ({ clients }: Seed): Scenario[] => {
  const reads = (name: Row, ask: Ask) => scenarioOf(clients, name, OK, ask);
  const list =
    (query: (client: LoadClient) => string): Ask =>
    (client) =>
      byBoard(client, 'GET', `/companies/${client.companyId}/issues${query(client)}`);
  return [
    reads('get', (client) => byAgent(client, 'GET', `/issues/${issueOf(client).id}`)),
    reads('me', (client) => byAgent(client, 'GET', '/agents/me')),
    reads('inbox', (client) => byAgent(client, 'GET', '/agents/me/inbox')),
    reads(
      'list',
      list(() => ''),
    ),
    reads(
      'search_common',
      list(() => `?q=${COMMON_WORD}`),
    ),
    reads(
      'search_rare',
      list((client) => `?q=${issueOf(client).rareWord}`),
    ),
    reads('dashboard', (client) =>
      byBoard(client, 'GET', `/companies/${client.companyId}/dashboard`),
    ),
    checkouts(clients),
    races(clients),
    ...writes(clients),
  ];
};

const writes = (clients: readonly LoadClient[]): Scenario[] => [
  scenarioOf(clients, 'comment', CREATED, (client) =>
    byAgent(client, 'POST', `/issues/${issueOf(client).id}/comments`, {
      body: 'Measured twice; the second figure is the one that counts.',
    }),
  ),
  patches(clients),
  scenarioOf(clients, 'cost', CREATED, (client) => {
    const { id: issueId } = issueOf(client);
    const { id: agentId } = agentOf(client);
    return byAgent(client, 'POST', `/companies/${client.companyId}/cost-events`, {
      agentId,
      issueId,
      costCents: 1,
      provider: 'bench',
      model: 'model-1',
      inputTokens: 1_000,
      outputTokens: 100,
    });
  }),
  scenarioOf(clients, 'create', CREATED, (client) =>
    byAgent(client, 'POST', `/companies/${client.companyId}/issues`, {
      title: `Be made, number ${client.turn}`,
      description: issueText('Made under load.'),
      status: 'todo',
    }),
  ),
];

/** Each changes its issue: those of a client have their turns, with another priority each time. */
function patches(clients: readonly LoadClient[]): Scenario {
  const counts = new Map<LoadClient, number>();
  return scenarioOf(clients, 'patch', OK, (client) => {
    const count = counts.get(client) ?? 0;
    counts.set(client, count + 1);
    const { id } = client.pool[count % client.pool.length] as Issue;
    const priority = PRIORITIES[Math.floor(count / client.pool.length) % PRIORITIES.length];
    return byAgent(client, 'PATCH', `/issues/${id}`, { priority });
  });
}

type Ask = (client: LoadClient) => RequestText;
type Method = RequestText['method'];

const scenarioOf = (
  clients: readonly LoadClient[],
  name: Row,
  expected: number,
  ask: Ask,
): Scenario => ({
  name,
  run: (extent) =>
    driveLoad(clients, extent, async (client) => {
      client.turn += 1;
      const request = ask(client);
      const { status, body } = await client.connection.send(requestText(request));
      return status === expected ? DONE : `${request.method} was answered with ${status}: ${body}`;
    }),
  restore: async () => undefined,
});

const byAgent = (client: LoadClient, method: Method, path: string, body?: object): RequestText =>
  requestOf(method, path, agentOf(client).token, body);
const byBoard = (client: LoadClient, method: Method, path: string): RequestText =>
  requestOf(method, path, client.boardToken, undefined);

const requestOf = (
  method: Method,
  path: string,
  token: string,
  body: object | undefined,
): RequestText => ({ method, path: `/api${path}`, token, ...(body === undefined ? {} : { body }) });

const agentOf = ({ agents, turn }: LoadClient): AgentKey =>
  agents[turn % agents.length] as AgentKey;
const issueOf = ({ pool, turn }: LoadClient): Issue => pool[turn % pool.length] as Issue;
