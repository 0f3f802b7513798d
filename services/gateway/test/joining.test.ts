import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInviting, type Inviting } from './inviting.ts';
import { joiningIn, type Joining } from './joining-steps.ts';

let world: Inviting;
beforeAll(async () => {
  world = await openInviting();
});
afterAll(() => world.close());

const { asked, decide, poll, expire, saidOf } = joiningIn(() => world);

describe('acceptInvite', () => {
  it('asks to join once, and shows a claim secret and where to go on', async () => {
    const { companyId } = await world.found();
    const { body: { token, id: inviteId } } = await world.invite(companyId);
    const { status, body } = await world.accept(token, { capabilities: 'Counts.', icon: 'zap' });
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(String), companyId, status: 'pending', agentId: null, agentName: 'Eve',
      decisionNote: null, expiresAt: expect.any(String), createdAt: expect.any(String),
      claimSecret: expect.stringMatching(/^mst_claim_[\w-]{43}$/),
      statusUrl: `${world.url}/api/join-requests/${body.id}`,
      claimUrl: `${world.url}/api/join-requests/${body.id}/claim-api-key`,
    });
    const { body: [listed] } = await world.call(`GET /api/companies/${companyId}/join-requests`);
    expect(listed).toMatchObject({
      id: body.id, inviteId, capabilities: 'Counts.', icon: 'zap', role: 'general',
      adapterType: 'remote', adapterConfig: {},
    });
    expect(await saidOf(inviteId)).toMatchObject([
      { type: 'invite.created' },
      { type: 'invite.accepted', actorType: 'system', actorName: 'public',
        payload: { inviteId, joinRequestId: body.id } },
    ]);
    expect(await saidOf(body.id)).toMatchObject([
      { type: 'join_request.created', actorName: 'public', payload: { agentName: 'Eve' } },
    ]);
  });

  it('lets exactly one of twenty use the invite', async () => {
    const { companyId } = await world.found();
    const { body: { token } } = await world.invite(companyId);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) =>
      world.accept(token, { agentName: `Eve ${index}` })));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 404)]);
    expect((await world.call(`GET /api/companies/${companyId}/join-requests`)).body)
      .toHaveLength(1);
  });

  const notTheirs: Record<string, { body: object; fields: string[] }> = {
    'a command': { body: { adapterConfig: { command: 'sh' } }, fields: ['command'] },
    'arguments and an environment': {
      body: { adapterConfig: { args: ['-c', 'true'], env: { A: 'b' }, cwd: '/' } },
      fields: ['args', 'env', 'cwd'],
    },
    'headers of an http agent': {
      body: {
        adapterType: 'http',
        adapterConfig: { url: 'https://a.example.com', headers: { accept: 'all' } },
      },
      fields: ['headers'],
    },
    'a secret by its shape': {
      body: { adapterConfig: { model: `sk-${'a'.repeat(40)}` } }, fields: ['model'],
    },
    "a reference to one of the company's secrets": {
      body: { adapterConfig: { promptTemplate: { secretRef: newId() } } },
      fields: ['promptTemplate'],
    },
    'a reference in a text': {
      body: { adapterConfig: { promptTemplate: 'Say {{secret:openai}}.' } },
      fields: ['promptTemplate'],
    },
    'what its adapter does not know': {
      body: { adapterConfig: { cleanupCommand: 'true' } }, fields: ['cleanupCommand'],
    },
  };
  it.each(Object.keys(notTheirs))('refuses %s, and leaves the invite open', async (kind) => {
    const { companyId } = await world.found();
    const { body: { token } } = await world.invite(companyId);
    const { body = {}, fields = [] } = notTheirs[kind] ?? {};
    const named = fields.map((field) => `adapterConfig.${field}`);
    expect(await world.accept(token, body)).toMatchObject({
      status: 422, body: { code: 'not_for_joiners', details: { fields: named } },
    });
    expect((await world.accept(token)).status).toBe(202);
  });

  const invalid: Record<string, { body: object; path: string[] }> = {
    'no name': { body: { agentName: ' ' }, path: ['agentName'] },
    'the role of the CEO': { body: { role: 'ceo' }, path: ['role'] },
    'an adapter that runs here': { body: { adapterType: 'process' }, path: ['adapterType'] },
    'a value of the wrong type': {
      body: { adapterConfig: { model: 7 } }, path: ['adapterConfig', 'model'],
    },
    'a configuration that is too long': {
      body: { adapterConfig: { promptTemplate: 'x'.repeat(9_000) } }, path: ['adapterConfig'],
    },
    'capabilities that are too long': {
      body: { capabilities: 'x'.repeat(4_001) }, path: ['capabilities'],
    },
  };
  it.each(Object.keys(invalid))('refuses %s by name, and leaves the invite open', async (kind) => {
    const { companyId } = await world.found();
    const { body: { token } } = await world.invite(companyId);
    const { body = {}, path } = invalid[kind] ?? {};
    expect(await world.accept(token, body)).toMatchObject({
      status: 400, body: { code: 'invalid_input', details: [{ path }] },
    });
    expect((await world.accept(token)).status).toBe(202);
  });

  it('refuses the name of a living agent in any case, and leaves the invite open', async () => {
    const { companyId } = await world.found();
    const { body: { token } } = await world.invite(companyId);
    for (const agentName of ['bob', 'ＢＯＢ']) {
      expect(await world.accept(token, { agentName }))
        .toMatchObject({ status: 409, body: { code: 'name_taken' } });
    }
    expect((await world.accept(token)).status).toBe(202);
  });

  it('carries the longest of everything that it takes', async () => {
    const joining = await asked({
      agentName: '\u0001'.repeat(200), title: '\u0001'.repeat(200),
      capabilities: '\u0001'.repeat(4_000),
      adapterConfig: { promptTemplate: 'x'.repeat(8_000) },
    });
    expect((await decide(joining, 'approve')).status).toBe(200);
  });

  it('repeats nothing for the same key, and keeps the keys of strangers apart', async () => {
    const headers = { 'idempotency-key': 'first' };
    const use = async () => {
      const { companyId } = await world.found();
      const { body: { token } } = await world.invite(companyId);
      return () => world.call(`POST /api/invites/${token}/accept`, {
        token: '', body: { agentName: 'Eve' }, headers,
      });
    };
    const [first, second] = await Promise.all([use(), use()]);
    expect((await first()).status).toBe(202);
    expect(await first()).toMatchObject({ status: 409, body: { code: 'answer_shown_once' } });
    expect((await second()).status).toBe(202);
  });
});

describe('approveJoinRequest', () => {
  it('decides once, names the agent to be, and says so with everything to make it', async () => {
    const joining = await asked({ title: 'Guest' });
    const { status, body } = await decide(joining, 'approve', { decisionNote: 'Welcome.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: joining.id, status: 'approved', agentId: expect.any(String), decisionNote: 'Welcome.',
      decidedByUserId: expect.any(String), decidedAt: expect.any(String),
    });
    expect((await decide(joining, 'approve')).body).toEqual(body);
    const said = (await saidOf(joining.id)).filter(({ type }) => type === 'join_request.approved');
    expect(said).toMatchObject([{
      actorType: 'user',
      payload: { agentId: body.agentId, joiner: { name: 'Eve', title: 'Guest' } },
    }]);
  });

  it('refuses a name that was taken meanwhile, and takes another for it', async () => {
    const joining = await asked({ agentName: 'Mallory' });
    await none(world.stage.db, sql`
      update agents set name = 'mallory'
      where company_id = ${joining.companyId} and name = 'Bob'`);
    expect(await decide(joining, 'approve'))
      .toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect(await decide(joining, 'approve', { agentName: 'Trent' }))
      .toMatchObject({ status: 200, body: { agentName: 'Trent', status: 'approved' } });
  });

  it('is final either way, and one of two at once decides', async () => {
    const joining = await asked();
    const replies = await Promise.all([decide(joining, 'approve'), decide(joining, 'reject')]);
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 422]);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ code: 'join_request_not_pending' });
  });

  it('comes too late once the request has expired', async () => {
    const joining = await asked();
    await expire(joining);
    expect(await decide(joining, 'approve')).toMatchObject({
      status: 422, body: { code: 'join_request_not_pending', details: { status: 'expired' } },
    });
  });

  it('needs the permission to approve, and is not for agents', async () => {
    const { companyId, id: joinRequestId } = await asked();
    const member = (permissions: ('approve' | 'invite')[]) => world.stage.as(boardActor({
      companies: [{ companyId, role: 'operator', permissions }],
    }));
    await expect(member(['invite']).approveJoinRequest({ companyId, joinRequestId }))
      .rejects.toMatchObject({ code: 'permission_missing' });
    await expect(world.stage.as(agentActor(companyId))
      .approveJoinRequest({ companyId, joinRequestId }))
      .rejects.toMatchObject({ code: 'board_only' });
    expect(await member(['approve']).approveJoinRequest({ companyId, joinRequestId }))
      .toMatchObject({ status: 'approved' });
  });

  it('does not find the request of another company', async () => {
    const joining = await asked();
    const { companyId } = await world.found();
    for (const id of [joining.id, newId()]) {
      for (const verdict of ['approve', 'reject'] as const) {
        expect(await decide({ ...joining, companyId, id }, verdict))
          .toMatchObject({ status: 404, body: { code: 'join_request_not_found' } });
      }
    }
    expect((await poll(joining)).body).toMatchObject({ status: 'pending' });
  });
});

describe('listJoinRequests', () => {
  it('shows a company its own by status, newest first, page by page', async () => {
    const { companyId } = await world.found();
    const made: Joining[] = [];
    for (const agentName of ['First', 'Second', 'Third', 'Fourth']) {
      const { body: { token } } = await world.invite(companyId);
      const { body } = await world.accept(token, { agentName });
      made.unshift({ companyId, id: body.id, claimSecret: body.claimSecret });
    }
    const [fourth, third, second, first] = made as [Joining, Joining, Joining, Joining];
    await decide(first, 'reject');
    await decide(second, 'approve');
    await expire(third);
    const list = async (query: string) => {
      const { headers, body } = await world.call(
        `GET /api/companies/${companyId}/join-requests${query}`,
      );
      const ids = (body as { id: string }[]).map(({ id }) => id);
      return { ids, cursor: headers.get('next-cursor') };
    };
    expect((await list('')).ids).toEqual(made.map(({ id }) => id));
    expect((await list('?status=pending')).ids).toEqual([fourth.id]);
    expect((await list('?status=expired,approved')).ids).toEqual([third.id, second.id]);
    const { ids, cursor } = await list('?limit=3');
    expect(ids).toHaveLength(3);
    expect((await list(`?limit=3&cursor=${cursor}`)).ids).toEqual([first.id]);
  });
});
