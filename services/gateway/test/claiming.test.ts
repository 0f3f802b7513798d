import { newId, none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openInviting, type Inviting } from './inviting.ts';
import { joiningIn, type Joining } from './joining-steps.ts';
import type { Response } from './open-door.ts';

let world: Inviting;
beforeAll(async () => {
  world = await openInviting();
});
afterAll(() => world.close());

const JOINED_WITHIN_MS = 10_000;
const { asked, decide, claim, poll, expire, saidOf } = joiningIn(() => world);

/** The claim, once the agent is there. */
const claimed = (joining: Joining): Promise<Response> =>
  vi.waitFor(async () => {
    const reply = await claim(joining);
    expect(reply.status).toBe(201);
    return reply;
  }, JOINED_WITHIN_MS);

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
      status, words: JSON.stringify({ ...body, requestId: '', traceId: '' }),
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
