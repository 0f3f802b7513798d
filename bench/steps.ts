/** Steps of one request each, whose answer is checked; of the system, or of the yardstick. */
import { requestText, type RequestText } from '@muster/test-kit/http-connection';
import { DONE, driveLoad } from './load.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import type { AgentKey, Issue, LoadClient } from './seed.ts';

export type Ask = (client: LoadClient) => RequestText;

export const scenarioOf = (
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

export const agentOf = ({ agents, turn }: LoadClient): AgentKey =>
  agents[turn % agents.length] as AgentKey;
export const issueOf = ({ pool, turn }: LoadClient): Issue => pool[turn % pool.length] as Issue;

/** What patches set; the last one is what issues are made with. */
const PRIORITIES = ['high', 'low', 'medium'] as const;

/** The issues of a client have their turns, each with another priority than it has. */
export function patchTurns(): (client: LoadClient) => { issue: Issue; priority: string } {
  const counts = new Map<LoadClient, number>();
  return (client) => {
    const count = counts.get(client) ?? 0;
    counts.set(client, count + 1);
    const issue = client.pool[count % client.pool.length] as Issue;
    const round = Math.floor(count / client.pool.length);
    return { issue, priority: PRIORITIES[round % PRIORITIES.length] ?? '' };
  };
}
