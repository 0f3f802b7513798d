/** A burst of one company is larger than its share of places; on an idle system it is answered. */
import { until } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import {
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import type { Reply } from '../world/http-client.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useWorld } from '../world/use-world.ts';

const BURST = 200;
const AGENTS = 10;
const world = useWorld();

async function openTeam(): Promise<{ companyId: string; agents: AgentWithKey[] }> {
  const { api, board } = world();
  const { id: companyId } = await createCompany(board);
  const agents: AgentWithKey[] = [];
  while (agents.length < AGENTS) agents.push(await addAgentWithKey({ api, board }, companyId));
  return { companyId, agents };
}

/**
 * Sends them all at once, by the agents in turn; the number of answers by status. On a busy machine
 * places may become free too late, so the burst is sent again until nothing is refused.
 */
const burst = (
  agents: readonly AgentWithKey[],
  prepare: () => Promise<(by: AgentWithKey, turn: number) => Promise<Reply>>,
): Promise<Record<number, number>> =>
  until('a burst without a refusal', async () => {
    const send = await prepare();
    const replies = await Promise.all(
      Array.from({ length: BURST }, (_, turn) => send(agents[turn % AGENTS] as AgentWithKey, turn)),
    );
    const byStatus = Object.entries(Object.groupBy(replies, ({ status }) => status));
    const counts = Object.fromEntries(byStatus.map(([status, some = []]) => [status, some.length]));
    return counts[503] === undefined ? counts : undefined;
  });

/** As many issues as there are requests in a burst. */
async function issuesOf(companyId: string): Promise<string[]> {
  const ids: string[] = [];
  await inParallel(BURST, AGENTS, async (turn) => {
    ids[turn] = (await addIssue(world().board, companyId)).id;
  });
  return ids;
}

const claim = (issueId: string, { agent, caller }: AgentWithKey): Promise<Reply> =>
  caller.post(`/api/issues/${issueId}/checkout`, {
    agentId: agent.id,
    expectedStatuses: ['todo'],
  });

describe(`${BURST} requests of one company at once`, () => {
  it('that claim as many issues are all answered', async () => {
    const { companyId, agents } = await openTeam();
    const counts = await burst(agents, async () => {
      const ids = await issuesOf(companyId);
      return (by, turn) => claim(ids[turn] ?? '', by);
    });
    expect(counts).toEqual({ 200: BURST });
  });

  it('that claim one issue are all answered, and one agent has it', async () => {
    const { companyId, agents } = await openTeam();
    const counts = await burst(agents, async () => {
      const { id } = await addIssue(world().board, companyId);
      return (by) => claim(id, by);
    });
    // The agent that has the issue gets it at every further claim.
    expect(counts).toEqual({ 200: BURST / AGENTS, 409: BURST - BURST / AGENTS });
  });

  it('that read the contexts of as many issues are all answered', async () => {
    const { companyId, agents } = await openTeam();
    const ids = await issuesOf(companyId);
    const counts = await burst(
      agents,
      async () =>
        ({ caller }, turn) =>
          caller.get(`/api/issues/${ids[turn]}/heartbeat-context`),
    );
    expect(counts).toEqual({ 200: BURST });
  });

  it('that read inboxes are all answered', async () => {
    const { agents } = await openTeam();
    const counts = await burst(
      agents,
      async () =>
        ({ caller }) =>
          caller.get('/api/agents/me/inbox'),
    );
    expect(counts).toEqual({ 200: BURST });
  });

  it('that comment on as many issues are all answered', async () => {
    const { companyId, agents } = await openTeam();
    const ids = await issuesOf(companyId);
    const counts = await burst(
      agents,
      async () =>
        ({ caller }, turn) =>
          caller.post(`/api/issues/${ids[turn]}/comments`, { body: `Note ${turn}` }),
    );
    expect(counts).toEqual({ 201: BURST });
  });

  it('that comment on one issue are all answered', async () => {
    const { companyId, agents } = await openTeam();
    const { id } = await addIssue(world().board, companyId);
    const counts = await burst(
      agents,
      async () =>
        ({ caller }, turn) =>
          caller.post(`/api/issues/${id}/comments`, { body: `Note ${turn}` }),
    );
    expect(counts).toEqual({ 201: BURST });
  });
});
