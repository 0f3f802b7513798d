/** What is said to a run: who may, how much, and that it comes once, in this run or in the next one. */
import { newId } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAgent } from './remote-steps.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

describe('messages to a run', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const board = () => opened.stage.as(boardActor());

  /** A remote agent, which takes what was said to it by requests of its own. */
  async function liveRun() {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'remote' });
    opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig: { timeoutSec: 100 } });
    const self = asAgent(opened, companyId, agentId);
    const begin = async (): Promise<string> => {
      const { id: wakeId } = await eventually(async () => (await self.listOfferedWakes({}))[0]);
      return (await self.ackWake({ wakeId })).run.id;
    };
    await self.listOfferedWakes({});
    await opened.wake(agentId);
    return { agentId, self, begin, runId: await begin() };
  }

  it('come once, in their order, and the run shows who said what and when it came', async () => {
    const { agentId, self, runId } = await liveRun();
    const [first, second] = [
      await board().sendRunMessage({ runId, text: 'Leave the prices as they are.' }),
      await board().sendRunMessage({ runId, text: 'And the "names".', interrupt: true }),
    ];
    expect(first).toMatchObject({
      runId,
      agentId,
      status: 'waiting',
      authorAgentId: null,
      authorName: boardActor().name,
      interrupt: false,
      deliveredAt: null,
      deliveredRunId: null,
    });
    const waiting = await self.listRunMessages({ runId, toTake: true });
    expect(waiting.map(({ id }) => id)).toEqual([first.id, second.id]);
    const racing = await Promise.all(
      Array.from({ length: 5 }, () => self.takeRunMessages({ runId })),
    );
    expect(racing.flat().map(({ text }) => text)).toEqual([
      'Leave the prices as they are.',
      'And the "names".',
    ]);
    expect(await self.listRunMessages({ runId, toTake: true })).toEqual([]);
    const shown = await board().listRunMessages({ runId });
    expect(shown).toMatchObject([
      { status: 'delivered', deliveredRunId: runId },
      { status: 'delivered', interrupt: true },
    ]);
    const events = await board().listRunEvents({ runId });
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['run.message_sent', 'run.message_delivered']),
    );
    expect(JSON.stringify(events)).not.toContain('prices');
  });

  it('that have not come by the end of their run wake the agent once, for a run that gets them', async () => {
    const { agentId, self, begin, runId } = await liveRun();
    const { id } = await board().sendRunMessage({ runId, text: 'Later, then.' });
    await self.finishRun({ runId, status: 'succeeded' });
    expect(await board().listRunMessages({ runId })).toMatchObject([{ id, status: 'left' }]);
    await expect(board().sendRunMessage({ runId, text: 'Too late.' })).rejects.toMatchObject({
      code: 'run_already_finished',
    });
    const deafId = await begin();
    expect(await board().getRun({ runId: deafId })).toMatchObject({
      source: 'on_demand',
      reason: 'message_left',
    });
    await self.finishRun({ runId: deafId, status: 'succeeded' });
    expect(await self.listOfferedWakes({})).toEqual([]);
    await opened.wake(agentId);
    const nextId = await begin();
    expect(await self.takeRunMessages({ runId: nextId })).toMatchObject([{ id, runId }]);
    expect(await board().listRunMessages({ runId })).toMatchObject([
      { id, status: 'delivered', deliveredRunId: nextId },
    ]);
    await self.finishRun({ runId: nextId, status: 'succeeded' });
    expect(await self.listOfferedWakes({})).toEqual([]);
  });

  it('wake nobody after a run that was cancelled', async () => {
    const cancelled = await liveRun();
    await board().sendRunMessage({ runId: cancelled.runId, text: 'Stop, then.' });
    await board().cancelRun({ runId: cancelled.runId });
    expect(await cancelled.self.listOfferedWakes({})).toEqual([]);
  });

  it('come from the board, from the agent and from those above it, and from nobody else', async () => {
    const { agentId: above } = await opened.agent(companyId, '');
    const { agentId } = await opened.agent(companyId, '', {
      adapterType: 'remote',
      reportsTo: above,
    });
    const { id: runId } = await opened.wake(agentId);
    const say = (actor: ReturnType<typeof agentActor>) =>
      opened.stage.as(actor).sendRunMessage({ runId, text: 'Hear me.' });
    expect(await say(agentActor(companyId, { id: above }))).toMatchObject({ authorAgentId: above });
    expect(await say(agentActor(companyId, { id: agentId }))).toMatchObject({ status: 'waiting' });
    const { agentId: beside } = await opened.agent(companyId, '');
    await expect(say(agentActor(companyId, { id: beside }))).rejects.toMatchObject({
      code: 'not_your_agent',
    });
    await expect(
      asAgent(opened, companyId, beside).takeRunMessages({ runId }),
    ).rejects.toMatchObject({ code: 'not_your_run' });
    const { companyId: foreign } = await opened.company();
    const stranger = opened.stage.as(agentActor(foreign, { id: newId() }));
    expect(await stranger.listRunMessages({ runId, toTake: true })).toEqual([]);
    for (const ask of [
      () => stranger.sendRunMessage({ runId, text: 'Hear me.' }),
      () => stranger.listRunMessages({ runId }),
      () => stranger.takeRunMessages({ runId }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'run_not_found' });
    }
  });

  it('are refused as too_many_run_messages when twenty wait for the agent', async () => {
    const { self, runId } = await liveRun();
    const say = (text: string) => board().sendRunMessage({ runId, text });
    await Promise.all(Array.from({ length: 20 }, (_, n) => say(`Word ${n}`)));
    await expect(say('One more')).rejects.toMatchObject({
      code: 'too_many_run_messages',
      details: { waiting: 20, all: 20 },
    });
    expect(await self.takeRunMessages({ runId })).toHaveLength(20);
    expect(await say('One more')).toMatchObject({ status: 'waiting' });
  });
});
