import { newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openInviting, type Inviting } from './inviting.ts';
import type { Response } from './open-door.ts';

let world: Inviting;
beforeAll(async () => {
  world = await openInviting();
});
afterAll(() => world.close());

const JOINED_WITHIN_MS = 10_000;

interface Joining {
  readonly companyId: string;
  readonly id: string;
  readonly claimSecret: string;
}

/** A company, and an agent from outside that has asked to join it. */
async function asked(body: object = {}): Promise<Joining> {
  const { companyId } = await world.found();
  const { body: { token } } = await world.invite(companyId);
  const { status, body: { id, claimSecret } } = await world.accept(token, body);
  expect(status).toBe(202);
  return { companyId, id, claimSecret };
}

const decide = ({ companyId, id }: Joining, verdict: 'approve' | 'reject', body: object = {}) =>
  world.call(`POST /api/companies/${companyId}/join-requests/${id}/${verdict}`, { body });

const claim = ({ id, claimSecret }: Joining, headers: Record<string, string> = {}) =>
  world.call(`POST /api/join-requests/${id}/claim-api-key`, {
    token: '', body: { claimSecret }, headers,
  });

const poll = ({ id, claimSecret }: Joining) =>
  world.call(`GET /api/join-requests/${id}`, {
    token: '', headers: { 'x-claim-secret': claimSecret },
  });

/** The claim, once the agent is there. */
const claimed = (joining: Joining): Promise<Response> =>
  vi.waitFor(async () => {
    const reply = await claim(joining);
    expect(reply.status).toBe(201);
    return reply;
  }, JOINED_WITHIN_MS);

const saidOf = async (entityId: string) =>
  (await world.stage.said()).filter((event) => event.entityId === entityId);

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

const expire = ({ id }: Joining) =>
  none(world.stage.db, sql`
    update join_requests set expires_at = now() - interval '1 second' where id = ${id}`);

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

describe('claimApiKey', () => {
  it('gives a key that is the agent, once, when the board has approved', async () => {
    const joining = await asked();
    expect(await claim(joining)).toMatchObject({
      status: 409, body: { code: 'join_request_pending', retryable: true },
    });
    const { body: { agentId } } = await decide(joining, 'approve');
    const { body: key } = await claimed(joining);
    const { companyId } = joining;
    expect(key).toEqual({
      keyId: expect.any(String), agentId, companyId, agentName: 'Eve',
      token: expect.stringMatching(/^mst_agent_/), createdAt: expect.any(String),
    });
    const session = await world.call('GET /api/session', { token: key.token });
    expect(session.body.actor).toMatchObject({ type: 'agent', id: agentId, companyId });
    expect(await claim(joining))
      .toMatchObject({ status: 409, body: { code: 'join_request_claimed' } });
    expect((await poll(joining)).body).toMatchObject({ status: 'claimed', agentId });
    expect((await saidOf(joining.id)).at(-1)).toMatchObject({
      type: 'join_request.claimed', actorName: 'public', payload: { agentId, keyId: key.keyId },
    });
    expect(await saidOf(key.keyId)).toMatchObject([{ type: 'key.created', payload: { agentId } }]);
  });

  it('gives one key to ten who claim at once', async () => {
    const joining = await asked();
    const { body: { agentId } } = await decide(joining, 'approve');
    await vi.waitFor(async () => {
      expect((await world.call(`GET /api/agents/${agentId}/keys`)).status).toBe(200);
    }, JOINED_WITHIN_MS);
    const replies = await Promise.all(Array.from({ length: 10 }, () => claim(joining)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await world.call(`GET /api/agents/${agentId}/keys`)).body).toHaveLength(1);
  });

  it('tells one that was turned away so', async () => {
    const joining = await asked();
    await decide(joining, 'reject', { decisionNote: 'Not now.' });
    expect((await poll(joining)).body).toMatchObject({
      status: 'rejected', decisionNote: 'Not now.',
    });
    expect(await claim(joining))
      .toMatchObject({ status: 410, body: { code: 'join_request_rejected' } });
  });

  it('gives no key to an agent that was let go meanwhile', async () => {
    const joining = await asked();
    const { body: { agentId } } = await decide(joining, 'approve');
    await vi.waitFor(async () => {
      expect((await world.call(`GET /api/agents/${agentId}/keys`)).status).toBe(200);
    }, JOINED_WITHIN_MS);
    await none(world.stage.db, sql`
      update agents set status = 'terminated' where agent_id = ${agentId}`);
    expect(await claim(joining))
      .toMatchObject({ status: 422, body: { code: 'agent_without_keys' } });
  });

  it('answers a wrong, an old and a foreign secret like an unknown request', async () => {
    const [joining, other] = await Promise.all([asked(), asked()]);
    const old = await asked();
    await decide(old, 'approve');
    await expire(old);
    const strangers: Joining[] = [
      { ...joining, id: newId() },
      { ...joining, claimSecret: other.claimSecret },
      { ...joining, claimSecret: 'guess' },
      { ...joining, id: 'no-id' },
      old,
    ];
    const told = ({ status, body }: Response) => ({
      status, words: JSON.stringify({ ...body, requestId: '' }),
    });
    for (const ask of [poll, claim]) {
      const answers = await Promise.all(strangers.map(async (one) => told(await ask(one))));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 404 });
    }
  });
});

describe('getJoinRequest', () => {
  it('takes the secret in a header and nowhere else', async () => {
    const { id, claimSecret } = await asked();
    const path = `GET /api/join-requests/${id}`;
    const named = { status: 400, body: { details: [{ path: ['claimSecret'] }] } };
    expect(await world.call(path, { token: '' })).toMatchObject(named);
    const inQuery = await world.call(`${path}?claimSecret=${claimSecret}`, { token: '' });
    expect(inQuery).toMatchObject(named);
    expect(JSON.stringify(inQuery.body)).not.toContain(claimSecret);
  });
});
