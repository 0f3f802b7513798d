import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { asPage, signedInMember } from './signed-in-users.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway({ MUSTER_EGRESS_ALLOW: '127.0.0.1' });
});
afterAll(() => server.close());

/** Another owner and a webhook that it has made; webhooks of the board stay. */
async function aWebhookMaker() {
  const { companyId } = await server.createCompany();
  const person = await signedInMember(server, companyId, { role: 'owner' });
  await signedInMember(server, companyId, { role: 'owner' });
  const webhooks = `/api/companies/${companyId}/webhooks`;
  const body = { url: 'http://127.0.0.1:9/hook' };
  const made = await asPage(server, person)(`POST ${webhooks}`, { body });
  expect(made.status).toBe(201);
  const ofBoard = await server.call(`POST ${webhooks}`, { body });
  const read = async (id: string) => (await server.call(`GET ${webhooks}/${id}`)).body;
  return {
    userId: person.userId,
    member: `/api/companies/${companyId}/members/${person.userId}`,
    webhook: `${webhooks}/${made.body.id}`,
    states: async () => [(await read(made.body.id)).status, (await read(ofBoard.body.id)).status],
    read: () => read(made.body.id),
  };
}

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
    userId: person.userId,
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

describe('the key of an agent that a member has invited and let in', () => {
  const aJoiner = async (approver?: ReturnType<typeof asPage>) => {
    const { companyId } = await server.createCompany();
    const person = await signedInMember(server, companyId, {
      role: 'operator',
      permissions: ['manage_agents', 'invite', 'approve'],
    });
    const page = asPage(server, person);
    const invited = await page(`POST /api/companies/${companyId}/partner/invite-prompt`, {
      body: {},
    });
    const { id, claimSecret } = (await server.accept(invited.body.token)).body;
    const approve = `POST /api/companies/${companyId}/join-requests/${id}/approve`;
    expect((await (approver ?? page)(approve, { body: {} })).status).toBe(200);
    const claim = () =>
      server.call(`POST /api/join-requests/${id}/claim-api-key`, {
        token: '',
        body: { claimSecret },
      });
    const remove = () => server.call(`DELETE /api/companies/${companyId}/members/${person.userId}`);
    return { claim, remove };
  };
  const claimed = async (claim: () => Promise<{ status: number; body: { token: string } }>) => {
    const key = await vi.waitFor(
      async () => {
        const answer = await claim();
        expect(answer.status).toBe(201);
        return answer;
      },
      { timeout: 10_000 },
    );
    return async () => (await server.call('GET /api/session', { token: key.body.token })).status;
  };

  it('ends with the membership', async () => {
    const { claim, remove } = await aJoiner();
    const status = await claimed(claim);
    await remove();
    expect(await status()).toBe(401);
  });

  it('stays where another has let it in', async () => {
    const { claim, remove } = await aJoiner(server.call);
    const status = await claimed(claim);
    await remove();
    expect(await status()).toBe(200);
  });

  it('is not made once that member is gone', async () => {
    const { claim, remove } = await aJoiner();
    await remove();
    await vi.waitFor(async () => expect((await claim()).body.code).toBe('join_request_rejected'), {
      timeout: 10_000,
    });
  });
});

describe('a webhook of a leaver', () => {
  it('waits for an owner once its maker is removed', async () => {
    const { member, webhook, states, read } = await aWebhookMaker();
    expect(await states()).toEqual(['active', 'active']);
    expect((await server.call(`DELETE ${member}`)).status).toBe(200);
    expect(await states()).toEqual(['disabled', 'active']);
    expect(await read()).toMatchObject({
      lastError: expect.stringContaining('no owner any more'),
      creatorIsOwner: false,
    });
    await server.call(`PATCH ${webhook}`, { body: { status: 'active' } });
    expect(await read()).toMatchObject({ status: 'active', lastError: null });
  });

  it('waits for an owner once its maker is an operator', async () => {
    const { member, states } = await aWebhookMaker();
    await server.call(`PATCH ${member}`, { body: { role: 'operator' } });
    expect(await states()).toEqual(['disabled', 'active']);
  });
});

describe('what a user has made who is disabled', () => {
  const disable = (userId: string) =>
    server.call(`PATCH /api/users/${userId}`, { body: { disabled: true } });

  it('ends in each company, keys and invites', async () => {
    const { userId, state } = await aMaker();
    expect((await disable(userId)).status).toBe(200);
    const ended = { keys: [401, 401], ofBoard: 200, invite: 404 };
    await vi.waitFor(async () => expect(await state()).toEqual(ended), { timeout: 10_000 });
  });

  it('waits for an owner, webhooks', async () => {
    const { userId, states } = await aWebhookMaker();
    await disable(userId);
    await vi.waitFor(async () => expect(await states()).toEqual(['disabled', 'active']), {
      timeout: 10_000,
    });
  });

  it('is told to the services that keep things which act with its right', async () => {
    const { userId } = await aMaker();
    await disable(userId);
    await vi.waitFor(async () => expect(await ended(userId)).toEqual(['operator']), {
      timeout: 10_000,
    });
  });
});

describe('an admin of the instance without a membership', () => {
  it.each([
    ['is disabled', { disabled: true }],
    ['is an admin no more', { instanceAdmin: false }],
  ])('has no right in any company once it %s, and each is told', async (_, change) => {
    const { companyId } = await server.createCompany();
    const person = await signedInMember(server, companyId, { role: 'operator' });
    const { userId } = person;
    const user = `PATCH /api/users/${userId}`;
    await server.call(user, { body: { instanceAdmin: true } });
    await server.call(`DELETE /api/companies/${companyId}/members/${userId}`);
    expect(await ended(userId)).toEqual([]);
    expect((await server.call(user, { body: change })).status).toBe(200);
    await vi.waitFor(
      async () => {
        const ends = (await server.stage.emitted('member.changed')).filter(
          (event) => event.companyId === companyId && event.payload.ended,
        );
        expect(ends.map(({ entityId }) => entityId)).toEqual([userId]);
      },
      { timeout: 10_000 },
    );
  });
});

/** The roles that the user had where it has no right any more. */
const ended = async (userId: string) =>
  (await server.stage.emitted('member.changed'))
    .filter(({ payload }) => payload.userId === userId && payload.ended)
    .map(({ payload }) => payload.role);
