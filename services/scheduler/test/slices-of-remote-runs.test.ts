/** Called and remote agents that have used up their slice. */
import type { Run } from '@muster/contracts';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asAgent, openWebAgent, type WebAgent } from './remote-steps.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const SLICE = { granted: true, cents: 5, reason: null } as const;

describe.each(['http', 'remote'] as const)('the slice of a run of %s', (adapterType) => {
  let opened: Opened;
  let web: WebAgent;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({ MUSTER_EGRESS_ALLOW: '127.0.0.1' });
    ({ companyId } = await opened.company());
    web = await openWebAgent();
  });
  beforeEach(() => {
    opened.reserve = () => SLICE;
  });
  afterAll(async () => {
    web.close();
    await opened.close();
  });
  const away = () => {
    throw new Error('away');
  };
  const asked = (runId: string) => opened.reservations.filter((ask) => ask.runId === runId);
  const asks = (runId: string) => asked(runId).length;
  /** Before it begins; a remote agent's reservation is extended when it takes the run. */
  const asksToStart = adapterType === 'remote' ? 2 : 1;
  /** As if the last question had been some seconds ago. */
  const later = (runId: string) =>
    opened.stage.db.run({
      text: `update runs set slice_asked_at = slice_asked_at - interval '5 seconds'
        where id = $1 returning 1`,
      values: [runId],
    });

  async function working(): Promise<{ run: Run; self: ReturnType<typeof asAgent> }> {
    const { agentId } = await opened.agent(companyId, '', { adapterType });
    const adapterConfig = { url: web.url, timeoutSec: 60 };
    opened.adapters.set(agentId, { adapterType, adapterConfig });
    const self = asAgent(opened, companyId, agentId);
    if (adapterType === 'remote') await self.listOfferedWakes({});
    const { id } = await opened.wake(agentId);
    if (adapterType === 'http') await web.callOf(id);
    else {
      const wake = await eventually(async () => (await self.listOfferedWakes({}))[0]);
      await self.ackWake({ wakeId: wake.id });
      await eventually(async () => (asks(id) === asksToStart ? true : undefined));
    }
    return { run: await opened.runWhen(id, ({ status }) => status === 'running'), self };
  }

  it('lets it continue without a request while it is within', async () => {
    const { run, self } = await working();
    opened.reserve = away;
    expect(await self.beatRun({ runId: run.id, usage: { costCents: 4 } })).toMatchObject({
      stop: false,
    });
    expect(asks(run.id)).toBe(asksToStart);
    expect(await self.finishRun({ runId: run.id, status: 'succeeded' })).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each([6, null])(
    'ends it at %s cents when billing is unavailable; its next keep-alive learns of it',
    async (costCents) => {
      const { run, self } = await working();
      const runId = run.id;
      opened.reserve = away;
      const usage = { inputTokens: 9, costCents };
      expect(await self.beatRun({ runId, usage })).toMatchObject({ stop: false });
      expect(await opened.finished(runId)).toMatchObject({
        status: 'cancelled',
        errorCode: 'budget',
        usage,
      });
      expect(await self.beatRun({ runId })).toMatchObject({ stop: true, reason: 'budget' });
      // Its wake-ups are not lost: they wait until the agent can spend again.
      const wakes = await opened.stage.db.run({
        text: 'select status from wakeups where agent_id = $1',
        values: [run.agentId],
      });
      expect(wakes).toEqual([{ status: 'pending' }]);
      expect(await opened.stage.as(boardActor()).wakeAgent({ agentId: run.agentId })).toEqual({
        status: 'skipped',
        reason: 'waiting_for_budget',
      });
    },
  );

  it('lets it continue while billing answers, without a request at every keep-alive', async () => {
    const { run, self } = await working();
    const runId = run.id;
    for (let costCents = 6; costCents < 12; costCents++) {
      expect(await self.beatRun({ runId, usage: { costCents } })).toMatchObject({ stop: false });
    }
    await eventually(async () => (asks(runId) > asksToStart ? true : undefined));
    const [ask] = asked(runId).slice(asksToStart);
    expect(ask).toMatchObject({ companyId, agentId: run.agentId });
    // As long as it may still take, and a little longer.
    expect(ask?.ttlSeconds).toBeGreaterThan(60);
    expect(ask?.ttlSeconds).toBeLessThanOrEqual(180);
    // Silent about what it uses it is beyond all the same.
    await later(runId);
    opened.reserve = away;
    expect(await self.beatRun({ runId })).toMatchObject({ stop: false });
    expect(await opened.finished(runId)).toMatchObject({ errorCode: 'budget' });
  });

  it('asks nothing for a keep-alive that changes nothing', async () => {
    const { run, self } = await working();
    const runId = run.id;
    opened.reserve = away;
    const colleague = opened.stage.as(agentActor(companyId));
    await expect(colleague.beatRun({ runId, usage: { costCents: 9 } })).rejects.toMatchObject({
      code: 'not_your_run',
    });
    await self.finishRun({ runId, status: 'succeeded', usage: { costCents: 9 } });
    await self.beatRun({ runId, usage: { costCents: 10 } });
    expect(await opened.stage.as(boardActor()).getRun({ runId })).toMatchObject({
      status: 'succeeded',
      usage: { costCents: 10 },
    });
    expect(asks(runId)).toBe(asksToStart);
  });
});
