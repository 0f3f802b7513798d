/** What is asked of the gateway. */
import type { RequestText } from '@muster/test-kit/http-connection';
import { COMMENT, newCost, newIssue } from './bodies.ts';
import { checkouts, gatewayClaims, races } from './claims.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { COMMON_WORD, type LoadClient, type Seed } from './seed.ts';
import { agentOf, issueOf, patchTurns, scenarioOf, type Ask } from './steps.ts';

const OK = 200;
const CREATED = 201;

/** In the order in which one run may take them: what only reads does not see what others write. */
export const httpScenarios = ({ clients }: Seed): Scenario[] => {
  const reads = (name: Row, ask: Ask) => scenarioOf(clients, name, OK, ask);
  const list =
    (query: (client: LoadClient) => string): Ask =>
    (client) =>
      byAgent(client, 'GET', `/companies/${client.companyId}/issues${query(client)}`);
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
      byAgent(client, 'GET', `/companies/${client.companyId}/dashboard`),
    ),
    checkouts('checkout', clients, gatewayClaims),
    races('race', clients, gatewayClaims),
    ...writes(clients),
  ];
};

function writes(clients: readonly LoadClient[]): Scenario[] {
  const patchOf = patchTurns();
  return [
    scenarioOf(clients, 'comment', CREATED, (client) =>
      byAgent(client, 'POST', `/issues/${issueOf(client).id}/comments`, COMMENT),
    ),
    scenarioOf(clients, 'patch', OK, (client) => {
      const { issue, priority } = patchOf(client);
      return byAgent(client, 'PATCH', `/issues/${issue.id}`, { priority });
    }),
    scenarioOf(clients, 'cost', CREATED, (client) =>
      byAgent(
        client,
        'POST',
        `/companies/${client.companyId}/cost-events`,
        newCost(agentOf(client).id, issueOf(client).id),
      ),
    ),
    scenarioOf(clients, 'create', CREATED, (client) =>
      byAgent(client, 'POST', `/companies/${client.companyId}/issues`, newIssue(client.turn)),
    ),
  ];
}

type Method = RequestText['method'];

/** The agents of a client take turns: one caller that sent all requests would reach its rate limit. */
const byAgent = (client: LoadClient, method: Method, path: string, body?: object): RequestText => ({
  method,
  path: `/api${path}`,
  token: agentOf(client).token,
  ...(body === undefined ? {} : { body }),
});
