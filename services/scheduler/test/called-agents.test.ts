/** Agents that are called: what they are sent, and that taking a run is not finishing it. */
import { createHmac } from 'node:crypto';
import { JsonObject, type Run } from '@muster/contracts';
import { boardActor } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asAgent, openWebAgent, type WebAgent } from './remote-steps.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const SECRET = 'a secret that both of them know';

describe('an agent that is called', () => {
  let opened: Opened;
  let web: WebAgent;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({ MUSTER_EGRESS_ALLOW: '127.0.0.1', LEASE_SECONDS: '2' });
    ({ companyId } = await opened.company());
    web = await openWebAgent();
  });
  afterEach(() => {
    web.status = () => 202;
  });
  afterAll(async () => {
    web.close();
    await opened.close();
  });
  const board = () => opened.stage.as(boardActor());

  const makeAgent = async (config: Record<string, string | number | object> = {}) => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'http' });
    opened.adapters.set(agentId, {
      adapterType: 'http',
      adapterConfig: JsonObject.parse({ url: `${web.url}/work`, timeoutSec: 60, ...config }),
      hide: [SECRET],
    });
    return { agentId, self: asAgent(opened, companyId, agentId) };
  };
  const called = async (agentId: string): Promise<Run> => {
    const { id } = await opened.wake(agentId);
    await web.callOf(id);
    return opened.runWhen(id, ({ status }) => status === 'running');
  };
  const runsOf = (agentId: string) => board().listRuns({ companyId, agentId });

  it('is sent its run, signed, with the headers of its configuration', async () => {
    const { agentId } = await makeAgent({
      signingSecret: SECRET,
      headers: { Authorization: 'Bearer of-its-own' },
    });
    const run = await called(agentId);
    const { path, headers, text, body } = await web.callOf(run.id);
    expect(path).toBe('/work');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer of-its-own',
      'muster-run-id': run.id,
    });
    const [, seconds, mac] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['muster-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', SECRET).update(`${seconds}.${text}`).digest('hex'));
    expect(Math.abs(Number(seconds) - Date.now() / 1_000)).toBeLessThan(60);
    const runUrl = `http://127.0.0.1:3100/api/heartbeat-runs/${run.id}`;
    expect(body).toMatchObject({
      runId: run.id,
      agentId,
      companyId,
      wakeReason: 'on_demand',
      source: 'on_demand',
      timeoutSec: 60,
      beatUrl: `${runUrl}/beat`,
      finishUrl: `${runUrl}/finish`,
      context: { wakes: [{ reason: 'on_demand' }] },
      variables: {
        SERVICE_RUN_ID: run.id,
        SERVICE_API_KEY: expect.stringMatching(/^mst_run_/) as string,
      },
    });
  });

  it('accepts its run with 2xx and reports its end once', async () => {
    const { agentId, self } = await makeAgent();
    const { id: runId } = await called(agentId);
    // Longer than a lease: no worker holds the run, and silence does not end it.
    await eventually(async () => {
      const [{ left } = { left: 0 }] = await opened.stage.db.run<{ left: number }>({
        text: `select extract(epoch from lease_expires_at - now())::float8 as left
          from runs where id = $1`,
        values: [runId],
      });
      return left > 10 ? true : undefined;
    });
    const usage = { inputTokens: 3, costCents: 4 };
    const report = {
      runId,
      status: 'succeeded' as const,
      usage,
      resultSummary: 'Used sk-abcdefghijklmnopqrstuv',
    };
    const ended = await self.finishRun(report);
    expect(ended).toMatchObject({
      status: 'succeeded',
      usage,
      error: null,
      errorCode: null,
      resultSummary: 'Used ***',
    });
    expect(await self.finishRun(report)).toEqual(ended);
    await expect(self.finishRun({ runId, status: 'failed' })).rejects.toMatchObject({
      code: 'run_already_finished',
      details: { status: 'succeeded' },
    });
    const events = await board().listRunEvents({ runId });
    expect(events.map(({ action }) => action)).toEqual([
      'run.queued',
      'run.started',
      'run.finished',
    ]);
    expect(await board().listRunEvents({ runId, afterSeq: events[0]?.seq ?? 0 })).toEqual(
      events.slice(1),
    );
    expect(await board().listRunEvents({ runId, limit: 1 })).toEqual(events.slice(0, 1));
  });

  it('reports that its work failed, and why', async () => {
    const { agentId, self } = await makeAgent();
    const { id: runId } = await called(agentId);
    expect(await self.finishRun({ runId, status: 'failed', error: 'No idea' })).toMatchObject({
      status: 'failed',
      error: 'No idea',
      errorCode: 'agent_failed',
    });
  });

  it.each([503, 404, 302])(
    'fails with a reason when it answers %i, and is called again',
    async (status) => {
      const { agentId, self } = await makeAgent();
      web.status = () => status;
      const { id } = await opened.wake(agentId);
      expect(await opened.finished(id)).toMatchObject({
        status: 'failed',
        errorCode: 'agent_refused',
        error: `The agent answered its run with status ${status}`,
      });
      web.status = () => 202;
      await opened.passWait(agentId);
      const retry = await eventually(async () =>
        (await runsOf(agentId)).find((run) => run.id !== id && run.status === 'running'),
      );
      expect(retry.source).toBe('on_demand');
      await self.finishRun({ runId: retry.id, status: 'succeeded' });
    },
  );

  it.each([
    ['https://169.254.169.254/latest', 'egress_not_allowed'],
    ['https://[::ffff:a00:1]/', 'egress_not_allowed'],
    ['http://localhost:3100/', 'egress_plain_http'],
    ['http://127.0.0.1:1/', 'egress_failed'],
  ])('is not called at %s: %s', async (url, errorCode) => {
    const { agentId } = await makeAgent({ url });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'failed', errorCode });
  });

  it.each([
    ['no address', { url: 'gopher://x' }],
    ['a header of ours', { headers: { Host: 'x' } }],
  ])('is not called with %s in its configuration', async (_, config) => {
    const { agentId } = await makeAgent(config);
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'failed', errorCode: 'adapter_config' });
  });

  it('is stopped by a cancel at once, and learns of it by its next keep-alive', async () => {
    const { agentId, self } = await makeAgent();
    const { id: runId } = await called(agentId);
    expect(await self.beatRun({ runId })).toMatchObject({ stop: false, reason: null });
    expect(await board().cancelRun({ runId })).toMatchObject({ status: 'cancelled' });
    expect(await self.beatRun({ runId, usage: { costCents: 9 } })).toEqual({
      stop: true,
      reason: 'cancelled',
      leaseExpiresAt: null,
      deadlineAt: null,
    });
    await expect(self.finishRun({ runId, status: 'succeeded' })).rejects.toMatchObject({
      code: 'run_already_finished',
    });
    // Usage until then is recorded, and there is no process to wait for.
    expect(await board().getRun({ runId })).toMatchObject({ usage: { costCents: 9 } });
    const next = await called(agentId);
    expect(next.id).not.toBe(runId);
    await self.finishRun({ runId: next.id, status: 'succeeded' });
  });

  it('is lost when it goes silent after a keep-alive', async () => {
    const { agentId, self } = await makeAgent();
    const { id: runId } = await called(agentId);
    const { leaseExpiresAt, deadlineAt } = await self.beatRun({ runId });
    expect(Date.parse(leaseExpiresAt ?? '')).toBeLessThan(Date.parse(deadlineAt ?? '') - 30_000);
    expect(await opened.finished(runId)).toMatchObject({ status: 'lost' });
    const retry = await eventually(async () =>
      (await runsOf(agentId)).find(({ source }) => source === 'retry'),
    );
    await expect(self.finishRun({ runId, status: 'succeeded' })).rejects.toMatchObject({
      code: 'run_already_finished',
      details: { status: 'lost' },
    });
    // What it has used all the same is booked.
    const late = { runId, status: 'succeeded', usage: { costCents: 9 } } as const;
    for (const _ of ['once', 'again']) {
      expect(await self.finishRun(late)).toMatchObject({ status: 'lost', usage: late.usage });
    }
    const events = await board().listRunEvents({ runId });
    expect(events.map(({ action }) => action).slice(-2)).toEqual([
      'run.finished',
      'run.usage_reported',
    ]);
    await board().cancelRun({ runId: retry.id });
  });
});
