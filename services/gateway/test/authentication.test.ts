import { agents, type AgentSnapshot } from '@muster/contracts';
import { newId, readRunTokenKey, signRunToken, startService } from '@muster/service-kit';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../src/identity/authentication/token.ts';
import { gatewayService } from '../src/service.ts';
import { agentWithKey, type AgentWithKey } from './agent-with-key.ts';
import {
  BOARD_TOKEN,
  clientAt,
  openGateway,
  type Response,
  type TestGateway,
} from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const holder = () => agentWithKey(server);

const changeAgent = ({ companyId, agent }: AgentWithKey, change: Partial<AgentSnapshot>) =>
  server.stage.receive(agents, change.status === 'paused' ? 'agent.paused' : 'agent.resumed', {
    companyId,
    entityId: agent.agentId,
    payload: { ...agent, version: 2, ...change },
  });

const session = (token: string, headers: Record<string, string> = {}) =>
  server.call('GET /api/session', { token, headers });

const flip = (text: string): string => (text.endsWith('A') ? 'B' : 'A');

describe('an invalid credential', () => {
  const broken: Record<string, () => Promise<string>> = {
    'is garbage': async () => 'garbage',
    'is the board token with one more character': async () => `${BOARD_TOKEN}x`,
    'is an unknown key': async () => makeToken('agent').token,
    'is a key with a wrong checksum': async () => {
      const { token } = await holder();
      return token.slice(0, -1) + flip(token);
    },
    'is the lookup of one key and the secret of another': async () => {
      const { token } = await holder();
      const { lookup } = makeToken('agent');
      return token.replace(/^mst_agent_.{12}/, `mst_agent_${lookup}`);
    },
    'belongs to an agent pending approval': async () => {
      const held = await holder();
      await changeAgent(held, { status: 'pending_approval' });
      return held.token;
    },
    'belongs to a terminated agent': async () => {
      const held = await holder();
      await changeAgent(held, { status: 'terminated' });
      return held.token;
    },
    'is too long': async () => 'x'.repeat(5_000),
  };
  const expected = {
    error: 'Authentication is required',
    code: 'unauthenticated',
    retryable: false,
    hint: expect.stringContaining('unknown, revoked or expired'),
    details: { reason: 'credential_not_valid' },
    requestId: expect.any(String),
    traceId: expect.any(String),
  };

  it.each(Object.keys(broken))('that %s is refused like every other', async (kind) => {
    const token = (await broken[kind]?.()) ?? '';
    const refused = await session(token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(refused.body).toEqual(expected);
  });

  it.each([
    ['there is none', {}, 'no_credential'],
    ['it has another scheme', { authorization: `Basic ${BOARD_TOKEN}` }, 'not_a_bearer_token'],
    ['it has no scheme', { authorization: BOARD_TOKEN }, 'not_a_bearer_token'],
  ])('is told apart where %s', async (_, headers, reason) => {
    const refused = await session('', headers);
    expect(refused).toMatchObject({
      status: 401,
      body: {
        code: 'unauthenticated',
        details: { reason },
        hint: expect.stringContaining('Bearer'),
      },
    });
  });

  it('is refused before the body is read', async () => {
    const refused = await server.call(`POST /api/agents/${newId()}/keys`, {
      token: 'garbage',
      raw: '{not json',
    });
    expect(refused.status).toBe(401);
  });
});

describe('a valid credential', () => {
  it('authenticates the board token as the instance admin', async () => {
    const { body } = await session(BOARD_TOKEN);
    expect(body.actor).toEqual({
      type: 'user',
      id: expect.any(String),
      name: 'admin',
      companies: 'all',
    });
  });

  it('authenticates a paused agent', async () => {
    const held = await holder();
    await changeAgent(held, { status: 'paused', pauseReason: 'manual' });
    expect((await session(held.token)).status).toBe(200);
  });

  it('records the last use of a key', async () => {
    const held = await holder();
    await session(held.token);
    const path = `GET /api/agents/${held.agent.agentId}/keys`;
    const lastUsed = async () => (await server.call(path)).body[0].lastUsedAt as string | null;
    await expect.poll(lastUsed).toEqual(expect.any(String));
  });
});

describe('two replicas', () => {
  it('both refuse a revoked key', async () => {
    const replica = await server.stage.replica();
    const atReplica = clientAt(`http://127.0.0.1:${replica.port}`);
    const { agent, token } = await holder();
    const seen = () =>
      Promise.all([session(token), atReplica('GET /api/session', { token })]).then((answers) =>
        answers.map(({ status }) => status),
      );
    expect(await seen()).toEqual([200, 200]);
    const {
      body: [key],
    } = await server.call(`GET /api/agents/${agent.agentId}/keys`);
    await server.call(`DELETE /api/agents/${agent.agentId}/keys/${key.id}`);
    await expect.poll(seen, { interval: 20 }).toEqual([401, 401]);
    // Stopped, so that later tests see events applied by the first process only.
    await replica.stop();
  });
});

describe('an address that guesses credentials', () => {
  const sessionOf = (own: TestGateway, token: string) => own.call('GET /api/session', { token });
  it('shuts out no other program there by a wrong token that it repeats', async () => {
    const own = await openGateway({ FAILED_TRIES_BURST: '4' });
    const { token } = await agentWithKey(own);
    const wrong = 'mst_agent_0123456789ab_made-up';
    // All at once: an allowance grows again while requests follow one another.
    await Promise.all(Array.from({ length: 10 }, () => sessionOf(own, wrong)));
    expect((await sessionOf(own, wrong)).body).toMatchObject({
      code: 'rate_limited',
      details: { by: 'token' },
    });
    expect((await sessionOf(own, token)).status).toBe(200);
    expect((await sessionOf(own, 'mst_agent_ba9876543210_made-up')).status).toBe(401);
    await own.close();
  });

  it('is limited, while credentials that were valid before and signed ones still work', async () => {
    const own = await openGateway({ FAILED_TRIES_BURST: '1' });
    const { agent, companyId } = await agentWithKey(own);
    await own.call('GET /api/session');
    const tried = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        own.call('GET /api/session', { token: `guess number ${n}` }),
      ),
    );
    const late = await own.call('GET /api/session', { token: 'one more' });
    expect(tried.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect(late).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
    expect(late.headers.get('retry-after')).toBe('1');
    const { agentId } = agent;
    const exp = Math.floor(Date.now() / 1_000) + 3_600;
    const claims = { runId: newId(), agentId, companyId, epoch: 1, exp, iat: exp - 3_600 };
    const key = readRunTokenKey(own.stage.env['MUSTER_RUN_TOKEN_KEY'] ?? '');
    const run = signRunToken({ key }, claims);
    expect((await sessionOf(own, run)).status).toBe(200);
    expect((await own.call('GET /api/session')).status).toBe(200);
    await own.close();
  });
});

describe('a credential that Postgres does not read in time', () => {
  it('is no fault: the caller may send the request again', async () => {
    const { token } = await holder();
    const { client } = await server.stage.admin();
    await client.query('begin; lock table agent_keys in access exclusive mode');
    const refusals: Response[] = [];
    const asked = session(token).then((answer) => refusals.push(answer));
    const refused = await until('an answer to a read that is cancelled', async () => {
      await client.query(`
        select pg_cancel_backend(pid) from pg_locks
        where relation = 'agent_keys'::regclass and not granted`);
      return refusals[0];
    });
    await client.query('rollback');
    await asked;
    expect(refused).toMatchObject({
      status: 503,
      body: { code: expect.stringMatching(/^(deadline_exceeded|unavailable)$/), retryable: true },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await session(token)).status).toBe(200);
  });
});

describe("the environment's board token", () => {
  it('replaces the previous one, whatever characters it has', async () => {
    const own = await openGateway();
    const token = 'schlüssel für den vorstand, lang genug';
    const { OPS_PORT: _, ...env } = own.stage.env;
    const next = await startService(gatewayService, { ...env, MUSTER_BOARD_TOKEN: token });
    const atNext = clientAt(`http://127.0.0.1:${next.port}`);
    const bytes = Buffer.from(token).toString('latin1');
    expect((await atNext('GET /api/session', { token: bytes })).status).toBe(200);
    expect((await atNext('GET /api/session')).status).toBe(401);
    await next.stop();
    await own.close();
  });

  it('is refused if it is too short', async () => {
    await expect(openGateway({ MUSTER_BOARD_TOKEN: 'short' })).rejects.toThrow(
      'MUSTER_BOARD_TOKEN',
    );
  });
});
