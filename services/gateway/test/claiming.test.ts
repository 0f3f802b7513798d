import { newId, none, sql } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openJoiningGateway, type JoiningGateway } from './joining-gateway.ts';
import { joiningSteps, type JoinAttempt } from './joining-steps.ts';
import type { Response } from './open-gateway.ts';

let server: JoiningGateway;
beforeAll(async () => {
  server = await openJoiningGateway();
});
afterAll(() => server.close());

const JOINED_WITHIN_MS = 10_000;
const { requestToJoin, decide, claim, poll, expire, eventsOf } = joiningSteps(() => server);

/** The answer to a claim once the agent exists. */
const claimed = (joining: JoinAttempt): Promise<Response> =>
  vi.waitFor(async () => {
    const reply = await claim(joining);
    expect(reply.status).toBe(201);
    return reply;
  }, JOINED_WITHIN_MS);

describe('claimApiKey', () => {
  it('returns one key of the agent after the board has approved', async () => {
    const joining = await requestToJoin();
    expect(await claim(joining)).toMatchObject({
      status: 409,
      body: { code: 'join_request_pending', retryable: true },
    });
    const {
      body: { agentId },
    } = await decide(joining, 'approve');
    const { body: key } = await claimed(joining);
    const { companyId } = joining;
    expect(key).toEqual({
      keyId: expect.any(String),
      agentId,
      companyId,
      agentName: 'Eve',
      token: expect.stringMatching(/^mst_agent_/),
      createdAt: expect.any(String),
    });
    const session = await server.call('GET /api/session', { token: key.token });
    expect(session.body.actor).toMatchObject({ type: 'agent', id: agentId, companyId });
    expect(await claim(joining)).toMatchObject({
      status: 409,
      body: { code: 'join_request_claimed' },
    });
    expect((await poll(joining)).body).toMatchObject({ status: 'claimed', agentId });
    expect((await eventsOf(joining.id)).at(-1)).toMatchObject({
      type: 'join_request.claimed',
      actorName: 'public',
      payload: { agentId, keyId: key.keyId },
    });
    expect(await eventsOf(key.keyId)).toMatchObject([
      { type: 'key.created', payload: { agentId } },
    ]);
  });

  it('returns one key for ten concurrent claims', async () => {
    const joining = await requestToJoin();
    const {
      body: { agentId },
    } = await decide(joining, 'approve');
    await vi.waitFor(async () => {
      expect((await server.call(`GET /api/agents/${agentId}/keys`)).status).toBe(200);
    }, JOINED_WITHIN_MS);
    const replies = await Promise.all(Array.from({ length: 10 }, () => claim(joining)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await server.call(`GET /api/agents/${agentId}/keys`)).body).toHaveLength(1);
  });

  it('refuses a rejected request as rejected', async () => {
    const joining = await requestToJoin();
    await decide(joining, 'reject', { decisionNote: 'Not now.' });
    expect((await poll(joining)).body).toMatchObject({
      status: 'rejected',
      decisionNote: 'Not now.',
    });
    expect(await claim(joining)).toMatchObject({
      status: 410,
      body: { code: 'join_request_rejected' },
    });
  });

  it('refuses a key for an agent that was terminated meanwhile', async () => {
    const joining = await requestToJoin();
    const {
      body: { agentId },
    } = await decide(joining, 'approve');
    await vi.waitFor(async () => {
      expect((await server.call(`GET /api/agents/${agentId}/keys`)).status).toBe(200);
    }, JOINED_WITHIN_MS);
    await none(
      server.stage.db,
      sql`
      update agents set status = 'terminated' where agent_id = ${agentId}`,
    );
    expect(await claim(joining)).toMatchObject({
      status: 422,
      body: { code: 'agent_without_keys', hint: expect.stringContaining('new invite') },
    });
  });

  it('answers a wrong, an expired and a foreign secret like an unknown request', async () => {
    const [joining, other] = await Promise.all([requestToJoin(), requestToJoin()]);
    const old = await requestToJoin();
    await decide(old, 'approve');
    await expire(old);
    const invalid: JoinAttempt[] = [
      { ...joining, id: newId() },
      { ...joining, claimSecret: other.claimSecret },
      { ...joining, claimSecret: 'guess' },
      { ...joining, id: 'no-id' },
      old,
    ];
    const comparable = ({ status, body }: Response) => ({
      status,
      words: JSON.stringify({ ...body, requestId: '', traceId: '' }),
    });
    for (const ask of [poll, claim]) {
      const answers = await Promise.all(invalid.map(async (one) => comparable(await ask(one))));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 404 });
    }
  });
});

describe('getJoinRequest', () => {
  it('accepts the secret in a header only', async () => {
    const { id, claimSecret } = await requestToJoin();
    const path = `GET /api/join-requests/${id}`;
    const named = { status: 400, body: { details: [{ path: ['claimSecret'] }] } };
    expect(await server.call(path, { token: '' })).toMatchObject(named);
    const inQuery = await server.call(`${path}?claimSecret=${claimSecret}`, { token: '' });
    expect(inQuery).toMatchObject(named);
    expect(JSON.stringify(inQuery.body)).not.toContain(claimSecret);
  });
});
