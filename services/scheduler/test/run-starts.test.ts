/** What happens between a queued run and its process. */
import { Refusal } from '@muster/contracts';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const granted = { granted: true, cents: 5, reason: null } as const;

describe('a run that starts', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  beforeEach(() => {
    opened.reserve = () => granted;
  });
  afterAll(() => opened.close());
  const board = () => opened.stage.as(boardActor());
  const askedFor = (runId: string) => opened.reservations.filter((ask) => ask.runId === runId);
  const ran = async (agentId: string) => opened.finished((await opened.wake(agentId)).id);

  it('carries the wake-ups that came while it was queued', async () => {
    const reserving = Promise.withResolvers<typeof granted>();
    opened.reserve = () => reserving.promise;
    const { agentId } = await opened.agent(companyId, '');
    const { id } = await opened.wake(agentId);
    await eventually(async () => askedFor(id)[0]);
    await board().wakeAgent({ agentId, payload: { note: 'Hurry.' } });
    reserving.resolve(granted);
    const run = await opened.finished(id);
    expect(run).toMatchObject({
      status: 'succeeded',
      wakeReason: 'on_demand',
      context: { wakes: [{ payload: { note: 'Hurry.' } }, { payload: null }], moreWakes: 0 },
    });
  });

  it('carries what it was queued with where nothing has come since', async () => {
    const { agentId } = await opened.agent(companyId, '');
    const queued = await opened.wake(agentId);
    const { context, source, wakeReason } = await opened.finished(queued.id);
    expect({ context, source, wakeReason }).toEqual({
      context: queued.context,
      source: queued.source,
      wakeReason: queued.reason,
    });
  });

  it('has its budget reserved while its configuration is read, for as long as the run before', async () => {
    const { agentId } = await opened.agent(companyId, '');
    const [first] = askedFor((await ran(agentId)).id);
    opened.refusals.set(agentId, new Refusal('agent_not_found'));
    const refused = await ran(agentId);
    expect(refused).toMatchObject({ errorCode: 'agent_not_found', startedAt: null });
    expect(askedFor(refused.id)).toEqual([{ ...first, runId: refused.id }]);
  });

  it('has its budget reserved for longer where its time limit was raised', async () => {
    const { agentId } = await opened.agent(companyId, '');
    await ran(agentId);
    const adapter = opened.adapters.get(agentId);
    if (!adapter) throw new Error('the agent has a configuration');
    const { adapterConfig } = adapter;
    opened.adapters.set(agentId, {
      ...adapter,
      adapterConfig: { ...adapterConfig, timeoutSec: 5_000 },
    });
    const raised = await ran(agentId);
    expect(raised.status).toBe('succeeded');
    const [early, later, ...others] = askedFor(raised.id).map(({ ttlSeconds }) => ttlSeconds);
    expect(early).toBeLessThan(5_000);
    expect(later).toBeGreaterThan(5_000);
    expect(others).toEqual([]);
    expect(askedFor((await ran(agentId)).id)).toMatchObject([{ ttlSeconds: later }]);
  });

  it('does not start if its budget is refused before its configuration is read', async () => {
    const { agentId } = await opened.agent(companyId, 'console.log("ran")');
    await ran(agentId);
    opened.reserve = () => ({ granted: false, cents: 0, reason: 'agent_budget' });
    expect(await ran(agentId)).toMatchObject({ errorCode: 'budget', startedAt: null });
  });
});
