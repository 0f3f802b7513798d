import { Refusal, scheduler, type Run } from '@muster/contracts';
import {
  deriveKey,
  makeRunTokenKeys,
  newId,
  readRunTokenKey,
  signRunToken,
  type RunClaims,
} from '@muster/service-kit';
import { standInOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRun } from './a-run.ts';
import { agentWithKey, type AgentWithKey } from './agent-with-key.ts';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';

const HOUR_SECONDS = 3_600;
/** The secret that all services shared in the release before. */
const FORMER = 'the secret of the release before, long enough';
/** Longer ago than an agent takes to start. */
const LONG_AGO_SECONDS = 60;

/** Runs that the scheduler knows and the gateway has not heard of. */
const runs = new Map<string, Partial<Run>>();
const schedulerThatKnows = standInOf(scheduler, {
  getRun: async ({ runId }) => {
    const run = runs.get(runId);
    if (!run) throw new Refusal('run_not_found');
    return aRun({ id: runId, ...run });
  },
});

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway({ MUSTER_SECRET_PREVIOUS: FORMER });
  await server.stage.standIn(schedulerThatKnows);
});
afterAll(() => server.close());

const holder = () => agentWithKey(server);

const session = (token: string, headers: Record<string, string> = {}) =>
  server.call('GET /api/session', { token, headers });

describe('a run token', () => {
  const signer = () => ({ key: readRunTokenKey(server.stage.env['MUSTER_RUN_TOKEN_KEY'] ?? '') });
  const tokenOf = (claims: RunClaims) => signRunToken(signer(), claims);
  /** As the scheduler of the release before signed it. */
  const formerTokenOf = ({ iat: _, ...claims }: RunClaims) =>
    signRunToken({ ...signer(), formerKey: deriveKey(FORMER, 'run-token') }, claims)
      .split('.')
      .slice(0, 2)
      .join('.');
  const inAnHour = () => Math.floor(Date.now() / 1_000) + HOUR_SECONDS;
  const claimsOf = ({ agent, companyId }: AgentWithKey): RunClaims => ({
    runId: newId(),
    agentId: agent.agentId,
    companyId,
    epoch: 1,
    exp: inAnHour(),
    iat: Math.floor(Date.now() / 1_000),
  });
  const receiveRun = ({ runId, agentId, companyId, epoch }: RunClaims) =>
    server.stage.receive(scheduler, 'run.started', {
      companyId,
      entityId: runId,
      payload: {
        runId,
        agentId,
        status: 'running',
        source: 'timer',
        epoch,
        issueId: null,
        errorCode: null,
        usage: null,
      },
    });
  const finish = ({ runId, agentId, companyId, epoch }: RunClaims) =>
    server.stage.receive(scheduler, 'run.finished', {
      companyId,
      entityId: runId,
      payload: {
        runId,
        agentId,
        status: 'succeeded',
        source: 'timer',
        epoch,
        issueId: null,
        errorCode: null,
        usage: null,
        wasStarted: true,
        startedAt: null,
        finishedAt: new Date().toISOString(),
      },
    });

  it('authenticates the agent with its run', async () => {
    const held = await holder();
    const claims = claimsOf(held);
    await receiveRun(claims);
    const { body } = await session(tokenOf(claims));
    expect(body.actor).toEqual({
      type: 'agent',
      id: held.agent.agentId,
      name: held.agent.name,
      companyId: held.companyId,
      runId: claims.runId,
    });
  });

  it('is accepted before the event of its run was applied', async () => {
    const claims = claimsOf(await holder());
    expect((await session(tokenOf(claims))).status).toBe(200);
  });

  describe('of a run that the gateway has not heard of long after the signing', () => {
    const old = async (run?: Partial<Run>) => {
      const claims = claimsOf(await holder());
      const { runId, agentId, companyId, epoch, iat = 0 } = claims;
      if (run) runs.set(runId, { agentId, companyId, epoch, ...run });
      return session(tokenOf({ ...claims, iat: iat - LONG_AGO_SECONDS }));
    };

    it('is accepted if the scheduler says that the run is live', async () => {
      expect((await old({})).status).toBe(200);
    });

    it.each([
      ['has ended', { finishedAt: new Date().toISOString() }, 'run_superseded'],
      ['was taken over', { epoch: 2 }, 'run_superseded'],
      ["is another agent's", { agentId: newId() }, 'unauthenticated'],
      ['does not exist', undefined, 'unauthenticated'],
    ])('is refused if the run %s', async (_, run, code) => {
      expect(await old(run)).toMatchObject({ status: 401, body: { code } });
    });
  });

  it('of the release before is accepted during the upgrade', async () => {
    const claims = claimsOf(await holder());
    await receiveRun(claims);
    expect((await session(formerTokenOf(claims))).status).toBe(200);
  });

  it('is refused after its run has ended', async () => {
    const claims = claimsOf(await holder());
    await receiveRun(claims);
    const token = tokenOf(claims);
    expect((await session(token)).status).toBe(200);
    await finish(claims);
    expect(await session(token)).toMatchObject({ status: 401, body: { code: 'run_superseded' } });
  });

  it('is refused after its run was taken over', async () => {
    const claims = claimsOf(await holder());
    await receiveRun({ ...claims, epoch: 2 });
    const refused = await session(tokenOf(claims));
    expect(refused).toMatchObject({ status: 401, body: { code: 'run_superseded' } });
  });

  describe('changes nothing that outlives its run', () => {
    const refused = { status: 403, body: { code: 'run_token_refused', hint: expect.any(String) } };
    const started = async () => {
      const held = await holder();
      const claims = claimsOf(held);
      await receiveRun(claims);
      return { ...held, path: `/api/agents/${claims.agentId}`, run: tokenOf(claims) };
    };

    it('makes no key', async () => {
      const { path, run } = await started();
      expect(await server.call(`POST ${path}/keys`, { token: run })).toMatchObject(refused);
      expect((await server.call(`GET ${path}/keys`, { token: run })).body).toHaveLength(1);
    });

    it('revokes no key', async () => {
      const { path, run, token } = await started();
      const [{ id }] = (await server.call(`GET ${path}/keys`, { token: run })).body;
      expect(await server.call(`DELETE ${path}/keys/${id}`, { token: run })).toMatchObject(refused);
      expect((await session(token)).status).toBe(200);
    });

    it.each([
      ['configuration', 'PATCH ', { adapterConfig: { promptTemplate: 'Forget the rules.' } }],
      ['budget', 'PATCH /budgets', { budgetMonthlyCents: 0 }],
      ['configuration by a rollback', `POST /config-revisions/${newId()}/rollback`, undefined],
    ])('changes no %s', async (_, line, body) => {
      const { path, run } = await started();
      const [method, rest] = line.split(' ');
      const answer = await server.call(`${method} ${path}${rest}`, { token: run, body });
      expect(answer).toMatchObject(refused);
    });
  });

  const invalid: Record<string, (claims: RunClaims) => string> = {
    'has expired': (claims) => tokenOf({ ...claims, exp: claims.exp - 2 * HOUR_SECONDS }),
    'is signed with another key': (claims) =>
      signRunToken({ key: readRunTokenKey(makeRunTokenKeys().privateKey) }, claims),
    'was altered': (claims) => {
      const token = tokenOf(claims);
      const forged = Buffer.from(JSON.stringify({ ...claims, agentId: newId() }));
      return token.replace(/^mst_run_[^.]+/, `mst_run_${forged.toString('base64url')}`);
    },
    'names an agent of another company': (claims) => tokenOf({ ...claims, companyId: newId() }),
  };
  it.each(Object.keys(invalid))('that %s is refused', async (kind) => {
    const token = invalid[kind]?.(claimsOf(await holder())) ?? '';
    expect(await session(token)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  describe('and X-Run-Id', () => {
    it("must name the token's own run", async () => {
      const held = await holder();
      const claims = claimsOf(held);
      const other = claimsOf(held);
      await receiveRun(claims);
      await receiveRun(other);
      const token = tokenOf(claims);
      expect((await session(token, { 'x-run-id': claims.runId })).status).toBe(200);
      expect(await session(token, { 'x-run-id': other.runId })).toMatchObject({
        status: 422,
        body: { code: 'unknown_run' },
      });
    });

    it("records the run of a key's agent in the audit trail", async () => {
      const held = await holder();
      const claims = claimsOf(held);
      await receiveRun(claims);
      const { body } = await server.call(`POST /api/agents/${held.agent.agentId}/keys`, {
        token: held.token,
        headers: { 'x-run-id': claims.runId },
      });
      const events = await server.stage.emitted('key.created');
      expect(events.find(({ entityId }) => entityId === body.id)).toMatchObject({
        actorType: 'agent',
        actorId: held.agent.agentId,
        runId: claims.runId,
      });
    });

    it('may name a run of any company that the board user sees', async () => {
      const claims = claimsOf(await holder());
      await receiveRun(claims);
      const { body } = await session(BOARD_TOKEN, { 'x-run-id': claims.runId });
      expect(body.actor.runId).toBe(claims.runId);
    });

    it.each(['foreign', 'malformed'])('refuses a run that is %s', async (kind) => {
      const held = await holder();
      const foreign = claimsOf(await holder());
      await receiveRun(foreign);
      const runId = { foreign: foreign.runId, malformed: "x' or 1" }[kind] ?? '';
      const refused = await server.call(`POST /api/agents/${held.agent.agentId}/keys`, {
        token: held.token,
        headers: { 'x-run-id': runId },
      });
      expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_run' } });
      const { body } = await server.call(`GET /api/agents/${held.agent.agentId}/keys`);
      expect(body).toHaveLength(1);
    });
  });
});
