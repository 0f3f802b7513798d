import { agents, scheduler, type AgentSnapshot, type RunStatus } from '@muster/contracts';
import { deriveKey, newId, signRunToken, startService, type RunClaims } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAgentKey } from '../src/auth/agent-key.ts';
import { httpPortOf } from '../src/http/start-door.ts';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN, callAt, openDoor, type OpenDoor } from './open-door.ts';

const HOUR_SECONDS = 3_600;
/** What a replica believes of a credential, and a little for a busy machine. */
const REVOKED_WITHIN_MS = 1_500;

/** As while the deployment's secret is replaced. */
const PREVIOUS = 'what was the secret until a minute ago';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor({ MUSTER_SECRET_PREVIOUS: PREVIOUS });
});
afterAll(() => door.close());

interface Holder {
  readonly companyId: string;
  readonly agent: AgentSnapshot;
  readonly token: string;
}

async function holder(): Promise<Holder> {
  const { companyId } = await door.stage.given.company();
  const agent = await door.stage.given.agent(companyId);
  const { body } = await door.call(`POST /api/agents/${agent.agentId}/keys`);
  return { companyId, agent, token: body.token };
}

const become = ({ companyId, agent }: Holder, change: Partial<AgentSnapshot>) =>
  door.stage.hear(agents, change.status === 'paused' ? 'agent.paused' : 'agent.resumed', {
    companyId, entityId: agent.agentId, payload: { ...agent, version: 2, ...change },
  });

const session = (token: string, headers: Record<string, string> = {}) =>
  door.call('GET /api/session', { token, headers });

const flip = (text: string): string => (text.endsWith('A') ? 'B' : 'A');

describe('a credential that does not count', () => {
  const broken: Record<string, () => Promise<string>> = {
    'is absent': async () => '',
    'is garbage': async () => 'garbage',
    'is nearly the board token': async () => `${BOARD_TOKEN}x`,
    'is a key that was never made': async () => makeAgentKey().token,
    'is a key with another checksum': async () => {
      const { token } = await holder();
      return token.slice(0, -1) + flip(token);
    },
    'is the lookup of one key and the secret of another': async () => {
      const { token } = await holder();
      const { lookup } = makeAgentKey();
      return token.replace(/^mst_agent_.{12}/, `mst_agent_${lookup}`);
    },
    'belongs to an agent that waits for approval': async () => {
      const held = await holder();
      await become(held, { status: 'pending_approval' });
      return held.token;
    },
    'belongs to a terminated agent': async () => {
      const held = await holder();
      await become(held, { status: 'terminated' });
      return held.token;
    },
    'is longer than any': async () => 'x'.repeat(5_000),
  };
  const expected = {
    error: 'Authentication is required', code: 'unauthenticated', retryable: false,
    hint: 'send Authorization: Bearer with a key that is not revoked',
    requestId: expect.any(String),
    traceId: expect.any(String),
  };

  it.each(Object.keys(broken))('that %s is answered like every other', async (kind) => {
    const token = (await broken[kind]?.()) ?? '';
    const refused = await session(token);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(refused.body).toEqual(expected);
  });

  it('that comes under another scheme is not read', async () => {
    const refused = await session('', { authorization: `Basic ${BOARD_TOKEN}` });
    expect(refused).toMatchObject({ status: 401, body: expected });
  });

  it('is refused before the body is looked at', async () => {
    const refused = await door.call(`POST /api/agents/${newId()}/keys`, {
      token: 'garbage', raw: '{not json',
    });
    expect(refused.status).toBe(401);
  });
});

describe('a credential that counts', () => {
  it('makes the board token an instance admin', async () => {
    const { body } = await session(BOARD_TOKEN);
    expect(body.actor).toEqual({
      type: 'user', id: expect.any(String), name: 'admin', companies: 'all',
    });
  });

  it('lets a paused agent in', async () => {
    const held = await holder();
    await become(held, { status: 'paused', pauseReason: 'manual' });
    expect((await session(held.token)).status).toBe(200);
  });

  it('notes when a key was last used', async () => {
    const held = await holder();
    await session(held.token);
    const path = `GET /api/agents/${held.agent.agentId}/keys`;
    const lastUsed = async () => (await door.call(path)).body[0].lastUsedAt as string | null;
    await expect.poll(lastUsed, { timeout: 8_000 }).toEqual(expect.any(String));
  });
});

describe('two replicas', () => {
  it('both refuse a revoked key within a second', async () => {
    const twin = await door.stage.replica();
    const atTwin = callAt(`http://127.0.0.1:${httpPortOf(twin.runtime)}`);
    const { agent, token } = await holder();
    const seen = () => Promise.all([
      session(token), atTwin('GET /api/session', { token }),
    ]).then((answers) => answers.map(({ status }) => status));
    expect(await seen()).toEqual([200, 200]);
    const { body: [key] } = await door.call(`GET /api/agents/${agent.agentId}/keys`);
    await door.call(`DELETE /api/agents/${agent.agentId}/keys/${key.id}`);
    await expect.poll(seen, { timeout: REVOKED_WITHIN_MS, interval: 20 }).toEqual([401, 401]);
  });
});

describe('a run token', () => {
  const key = () => deriveKey(door.stage.service.runtime.config.MUSTER_SECRET, 'run-token');
  const previousKey = () => deriveKey(PREVIOUS, 'run-token');
  const inAnHour = () => Math.floor(Date.now() / 1_000) + HOUR_SECONDS;
  const claimsOf = ({ agent, companyId }: Holder): RunClaims => ({
    runId: newId(), agentId: agent.agentId, companyId, epoch: 1, exp: inAnHour(),
  });
  const hearRun = (
    type: 'run.started' | 'run.queued',
    { runId, agentId, companyId, epoch }: RunClaims,
    status: RunStatus = 'running',
  ) =>
    door.stage.hear(scheduler, type, {
      companyId,
      entityId: runId,
      payload: {
        runId, agentId, status, source: 'timer', epoch, issueId: null, errorCode: null, usage: null,
      },
    });
  const finish = ({ runId, agentId, companyId, epoch }: RunClaims) =>
    door.stage.hear(scheduler, 'run.finished', {
      companyId,
      entityId: runId,
      payload: {
        runId, agentId, status: 'succeeded', source: 'timer', epoch, issueId: null,
        errorCode: null, usage: null, wasStarted: true, startedAt: null,
        finishedAt: new Date().toISOString(),
      },
    });

  it('is its agent in its run', async () => {
    const held = await holder();
    const claims = claimsOf(held);
    await hearRun('run.started', claims);
    const { body } = await session(signRunToken(key(), claims));
    expect(body.actor).toEqual({
      type: 'agent', id: held.agent.agentId, name: held.agent.name, companyId: held.companyId,
      runId: claims.runId,
    });
  });

  it.each([['now', key], ['before the secret was replaced', previousKey]])(
    'signed %s is believed before the event of its run has come', async (_, signedWith) => {
      const claims = claimsOf(await holder());
      expect((await session(signRunToken(signedWith(), claims))).status).toBe(200);
    });

  it('is worth nothing once its run has ended', async () => {
    const claims = claimsOf(await holder());
    await hearRun('run.started', claims);
    const token = signRunToken(key(), claims);
    expect((await session(token)).status).toBe(200);
    await finish(claims);
    expect(await session(token)).toMatchObject({ status: 401, body: { code: 'run_superseded' } });
  });

  it('is worth nothing once its run was taken over', async () => {
    const claims = claimsOf(await holder());
    await hearRun('run.queued', { ...claims, epoch: 2 }, 'queued');
    const refused = await session(signRunToken(key(), claims));
    expect(refused).toMatchObject({ status: 401, body: { code: 'run_superseded' } });
  });

  const unfit: Record<string, (claims: RunClaims) => string> = {
    'has expired': (claims) =>
      signRunToken(key(), { ...claims, exp: claims.exp - 2 * HOUR_SECONDS }),
    'is signed with another key': (claims) =>
      signRunToken(deriveKey('another secret altogether, and long', 'run-token'), claims),
    'was altered': (claims) => {
      const token = signRunToken(key(), claims);
      const forged = Buffer.from(JSON.stringify({ ...claims, agentId: newId() }));
      return token.replace(/^mst_run_[^.]+/, `mst_run_${forged.toString('base64url')}`);
    },
    'names an agent of another company': (claims) =>
      signRunToken(key(), { ...claims, companyId: newId() }),
  };
  it.each(Object.keys(unfit))('that %s is no credential', async (kind) => {
    const token = unfit[kind]?.(claimsOf(await holder())) ?? '';
    expect(await session(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  describe('and X-Run-Id', () => {
    it('may name the run of the token only', async () => {
      const held = await holder();
      const claims = claimsOf(held);
      const other = claimsOf(held);
      await hearRun('run.started', claims);
      await hearRun('run.queued', other, 'queued');
      const token = signRunToken(key(), claims);
      expect((await session(token, { 'x-run-id': claims.runId })).status).toBe(200);
      expect(await session(token, { 'x-run-id': other.runId })).toMatchObject({
        status: 422, body: { code: 'unknown_run' },
      });
    });

    it('puts the run of a key holder into the audit trail', async () => {
      const held = await holder();
      const claims = claimsOf(held);
      await hearRun('run.started', claims);
      const { body } = await door.call(`POST /api/agents/${held.agent.agentId}/keys`, {
        token: held.token, headers: { 'x-run-id': claims.runId },
      });
      const said = await door.stage.said('key.created');
      expect(said.find(({ entityId }) => entityId === body.id)).toMatchObject({
        actorType: 'agent', actorId: held.agent.agentId, runId: claims.runId,
      });
    });

    it('lets the board name a run of any company that it sees', async () => {
      const claims = claimsOf(await holder());
      await hearRun('run.started', claims);
      const { body } = await session(BOARD_TOKEN, { 'x-run-id': claims.runId });
      expect(body.actor.runId).toBe(claims.runId);
    });

    it.each(['foreign', 'malformed'])('refuses a run that is %s', async (kind) => {
      const held = await holder();
      const foreign = claimsOf(await holder());
      await hearRun('run.started', foreign);
      const runId = { foreign: foreign.runId, malformed: "x' or 1" }[kind] ?? '';
      const refused = await door.call(`POST /api/agents/${held.agent.agentId}/keys`, {
        token: held.token, headers: { 'x-run-id': runId },
      });
      expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_run' } });
      const { body } = await door.call(`GET /api/agents/${held.agent.agentId}/keys`);
      expect(body).toHaveLength(1);
    });
  });
});

describe('an address that tries credentials', () => {
  it('is told to wait, while credentials that were good before still work', async () => {
    const own = await openDoor();
    await own.call('GET /api/session');
    const tried = await Promise.all(Array.from({ length: 80 }, (_, n) =>
      own.call('GET /api/session', { token: `guess number ${n}` })));
    const late = await own.call('GET /api/session', { token: 'one more' });
    expect(tried.every(({ status }) => status === 401 || status === 429)).toBe(true);
    expect(late).toMatchObject({ status: 429, body: { code: 'rate_limited', retryable: true } });
    expect(late.headers.get('retry-after')).toBe('1');
    expect((await own.call('GET /api/session')).status).toBe(200);
    await own.close();
  });
});

describe('the board token of the environment', () => {
  it('replaces the one that was given before, whatever its alphabet', async () => {
    const own = await openDoor();
    const token = 'schlüssel für den vorstand, lang genug';
    const { OPS_PORT: _, ...env } = own.stage.env;
    const next = await startService(gatewayService, { ...env, MUSTER_BOARD_TOKEN: token });
    const atNext = callAt(`http://127.0.0.1:${httpPortOf(next.runtime)}`);
    const bytes = Buffer.from(token).toString('latin1');
    expect((await atNext('GET /api/session', { token: bytes })).status).toBe(200);
    expect((await atNext('GET /api/session')).status).toBe(401);
    await next.stop();
    await own.close();
  });

  it('is refused when it is too short', async () => {
    await expect(openDoor({ MUSTER_BOARD_TOKEN: 'short' })).rejects.toThrow('MUSTER_BOARD_TOKEN');
  });
});
