import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway();
});
afterAll(() => server.close());

/** A member who has made a key of an agent and an invite; the agent has made a key with that key. */
async function aMaker() {
  const {
    companyId,
    engineer: { agentId },
  } = await server.createCompany();
  const person = await signedInMember(server, companyId, {
    role: 'operator',
    permissions: ['manage_agents', 'invite'],
  });
  const page = asPage(server, person);
  const keys = `/api/agents/${agentId}/keys`;
  const made = await page(`POST ${keys}`);
  expect(made.status).toBe(201);
  const more = await server.call(`POST ${keys}`, { token: made.body.token });
  const ofBoard = await server.call(`POST ${keys}`);
  const invited = await page(`POST /api/companies/${companyId}/partner/invite-prompt`, {
    body: {},
  });
  const statusOf = async (path: string, token?: string) =>
    (await server.call(path, token === undefined ? {} : { token })).status;
  return {
    member: `/api/companies/${companyId}/members/${person.userId}`,
    state: async () => ({
      keys: [
        await statusOf('GET /api/session', made.body.token),
        await statusOf('GET /api/session', more.body.token),
      ],
      ofBoard: await statusOf('GET /api/session', ofBoard.body.token),
      invite: await statusOf(`GET /api/invites/${invited.body.token}`),
    }),
    revoked: async () =>
      (await server.stage.emitted('key.revoked')).filter(
        ({ payload }) => payload.agentId === agentId,
      ).length,
  };
}

const valid = { keys: [200, 200], ofBoard: 200, invite: 200 };

describe('what a member has made for agents', () => {
  it('ends with the membership, and what others have made does not', async () => {
    const { member, state, revoked } = await aMaker();
    expect(await state()).toEqual(valid);
    expect((await server.call(`DELETE ${member}`)).status).toBe(200);
    expect(await state()).toEqual({ keys: [401, 401], ofBoard: 200, invite: 404 });
    expect(await revoked()).toBe(2);
  });

  it('ends with the right that it was made with', async () => {
    const { member, state } = await aMaker();
    const change = (permissions: string[]) =>
      server.call(`PATCH ${member}`, { body: { permissions } });
    await change(['manage_agents', 'invite', 'approve']);
    expect(await state()).toEqual(valid);
    await change(['manage_agents']);
    expect(await state()).toEqual({ ...valid, invite: 404 });
    await change([]);
    expect(await state()).toEqual({ keys: [401, 401], ofBoard: 200, invite: 404 });
  });
});
