/** Claims of issues: one that only one agent wants, and one that all of a company want at once. */
import { requestText } from '@muster/test-kit/http-connection';
import { newClaim } from './bodies.ts';
import { DONE, driveLoad, DRY, type Step } from './load.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import type { AgentKey, Issue, LoadClient } from './seed.ts';

const OK = 200;
const CONFLICT = 409;

export interface Claimed {
  readonly agent: AgentKey;
  readonly issue: Issue;
}

/** How issues are claimed and given back: through the gateway, or by the yardstick. */
export interface Claims {
  claim(client: LoadClient, claimed: Claimed): Promise<{ status: number; body: string }>;
  release(client: LoadClient, all: readonly Claimed[]): Promise<void>;
}

/** Each checkout claims an issue that is free; afterwards all of them are given back. */
export function checkouts(
  name: Row,
  clients: readonly LoadClient[],
  { claim, release }: Claims,
): Scenario {
  const claimed = new Map<LoadClient, Claimed[]>();
  const step: Step<LoadClient> = async (client) => {
    const all = claimed.get(client) ?? [];
    const issue = client.pool[all.length];
    if (issue === undefined) return DRY;
    const agent = client.agents[all.length % client.agents.length] as AgentKey;
    claimed.set(client, [...all, { issue, agent }]);
    const { status, body } = await claim(client, { agent, issue });
    return status === OK ? DONE : `a checkout was answered with ${status}: ${body}`;
  };
  return {
    name,
    run: (extent) => driveLoad(clients, extent, step),
    restore: async () => {
      await Promise.all([...claimed].map(([client, all]) => release(client, all)));
      claimed.clear();
    },
  };
}

/** All clients of a company, which race for one issue after the other. */
interface Field {
  readonly clients: readonly LoadClient[];
  readonly issues: readonly Issue[];
  readonly won: Claimed[];
}

/** A step is a race: it is over with its last answer, and one of its requests has the issue. */
export function races(
  name: Row,
  clients: readonly LoadClient[],
  { claim, release }: Claims,
): Scenario {
  const fields = [...Map.groupBy(clients, ({ companyId }) => companyId).values()].map(
    (members): Field => ({
      clients: members,
      issues: members.flatMap(({ pool }) => pool),
      won: [],
    }),
  );
  return {
    name,
    run: async (extent) => {
      const window = await driveLoad(fields, extent, race(claim));
      const requestsPerRace = fields[0]?.clients.length ?? 0;
      return { ...window, requests: window.requests * requestsPerRace };
    },
    restore: async () => {
      for (const {
        clients: [first],
        won,
      } of fields) {
        if (first !== undefined) await release(first, won.splice(0));
      }
    },
  };
}

const race =
  (claim: Claims['claim']): Step<Field> =>
  async ({ clients, issues, won }) => {
    const issue = issues[won.length];
    if (issue === undefined) return DRY;
    const replies = await Promise.all(
      clients.map(async (client) => {
        const agent = client.agents[won.length % client.agents.length] as AgentKey;
        return { agent, ...(await claim(client, { agent, issue })) };
      }),
    );
    const winners = replies.filter(({ status }) => status === OK);
    won.push(...winners.map(({ agent }) => ({ agent, issue })));
    const others = replies.filter(({ status }) => status !== OK && status !== CONFLICT);
    if (winners.length === 1 && others.length === 0) return DONE;
    return `a race was answered with ${replies.map(({ status }) => status).join(', ')}`;
  };

export const gatewayClaims: Claims = {
  claim: ({ connection }, { agent, issue }) =>
    connection.send(
      requestText({
        method: 'POST',
        path: `/api/issues/${issue.id}/checkout`,
        token: agent.token,
        body: newClaim(agent.id),
      }),
    ),
  async release({ connection }, all) {
    for (const { agent, issue } of all) {
      const { status, body } = await connection.send(
        requestText({
          method: 'POST',
          path: `/api/issues/${issue.id}/release`,
          token: agent.token,
          body: {},
        }),
      );
      if (status !== OK) throw new Error(`a release was answered with ${status}: ${body}`);
    }
  },
};
