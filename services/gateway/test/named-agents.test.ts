/** A name where an id is taken: the answer has the id, of an agent that the caller sees. */
import { agents, Refusal, type AgentSnapshot } from '@muster/contracts';
import { standInOf, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Response, TestGateway } from './open-gateway.ts';
import { asPage, openGatewayWithIssues, signedInMember } from './signed-in-users.ts';

let server: TestGateway;
let ours: { readonly companyId: string; readonly bob: AgentSnapshot; readonly token: string };
let theirs: typeof ours;
beforeAll(async () => {
  server = await openGatewayWithIssues();
  const owner = standInOf(agents, {
    locateAgent: () => Promise.reject(new Refusal('agent_not_found')),
  });
  await server.stage.standIn(owner);
  const company = async (): Promise<typeof ours> => {
    const { companyId } = await server.stage.given.company();
    const bob = await server.stage.given.agent(companyId, { name: 'Bob Ray', urlKey: 'bob-ray' });
    const { body } = await server.call(`POST /api/agents/${bob.agentId}/keys`);
    return { companyId, bob, token: body.token };
  };
  [ours, theirs] = [await company(), await company()];
});
afterAll(() => server.close());

const named = (companyId: string, token?: string) =>
  server.call(`POST /api/companies/${companyId}/issues`, {
    token,
    body: { title: 'A title', assigneeAgentId: 'bob' },
  });

describe('the name of an agent where an id is taken', () => {
  it('is answered with the id of the agent of the company, to the board and to agents', async () => {
    for (const { companyId, bob, token } of [ours, theirs]) {
      for (const one of [undefined, token]) {
        const { status, body } = await named(companyId, one);
        expect([status, body.details]).toMatchObject([
          400,
          [{ path: ['assigneeAgentId'], nearest: bob.agentId }],
        ]);
        expect(body.details[0].message).toContain(`${bob.agentId} (Bob Ray)`);
      }
    }
  });

  it('names no agent of a company that the caller does not see', async () => {
    const member = asPage(server, await signedInMember(server, ours.companyId));
    const body = { title: 'A title', assigneeAgentId: 'bob' };
    const path = `POST /api/companies/${theirs.companyId}/issues`;
    for (const refused of [
      await named(theirs.companyId, ours.token),
      await member(path, { body }),
    ]) {
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(refused.body)).not.toContain(theirs.bob.agentId);
    }
  });

  it('finds none for a name that is like none, or too long', async () => {
    for (const assigneeAgentId of ['somebody else', 'b'.repeat(60_000)]) {
      const { body } = await server.call(`POST /api/companies/${ours.companyId}/issues`, {
        body: { title: 'A title', assigneeAgentId },
      });
      expect(body.details[0]).not.toHaveProperty('nearest');
    }
  });
});

describe('a name that cannot be looked up now', () => {
  it('is refused for what it is', async () => {
    const { client } = await server.stage.admin();
    await client.query('begin; lock table agents in access exclusive mode');
    const answers: Response[] = [];
    const asked = named(ours.companyId).then((answer) => answers.push(answer));
    const answer = await until('an answer without the agent that was meant', async () => {
      await client.query(`
        select pg_cancel_backend(pid) from pg_locks
        where relation = 'agents'::regclass and not granted`);
      return answers[0];
    });
    await client.query('rollback');
    await asked;
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.details).toMatchObject([{ path: ['assigneeAgentId'] }]);
    expect(answer.body.details[0]).not.toHaveProperty('nearest');
  });
});

describe('the short name of an agent in a path', () => {
  const keys = (name: string) => `GET /api/agents/${name}/keys`;

  it('is answered to the board with the agents that have it, and their companies', async () => {
    const { status, body } = await server.call(keys('bob-ray'));
    expect([status, body.code]).toEqual([404, 'agent_not_found']);
    expect(body.hint).toContain('counts within its company');
    const found = [ours, theirs].map(({ bob, companyId }) => ({ agentId: bob.agentId, companyId }));
    expect(body.details.agents).toMatchObject(
      found.toSorted((a, b) => a.agentId.localeCompare(b.agentId)),
    );
    const first = body.details.agents[0];
    const again = await server.call(`${keys('bob-ray')}?companyId=${first.companyId}`);
    expect(again.status).toBe(200);
  });

  it('is answered to a member and to an agent with an agent of their company alone', async () => {
    const member = asPage(server, await signedInMember(server, ours.companyId));
    const answers = [await member(keys('bob-rey')), await server.call(keys('bob-rey'), ours)];
    for (const { status, body } of answers) {
      expect([status, body.details.agents]).toMatchObject([404, [{ agentId: ours.bob.agentId }]]);
      expect(body.hint).toContain(`use the id ${ours.bob.agentId} (Bob Ray)`);
    }
    expect((await server.call(keys('nobody-at-all'))).body.hint).toContain('GET /api/companies');
  });
});
