/** A remote agent that is away: nothing is offered to it or reserved for it until it asks. */
import { agents, type AgentSnapshot } from '@muster/contracts';
import { none, one, sql } from '@muster/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { measureLoad } from '../src/store/load.ts';
import { asAgent } from './remote-steps.ts';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

const TIME_LIMIT_SECONDS = 3_600;
/** An offer and what its end needs: far below the time limit. */
const OFFER_RESERVATION_SECONDS = 720;

describe('a remote agent that is away', () => {
  let opened: Opened;
  let companyId: string;
  let snapshot: AgentSnapshot;
  let agentId: string;
  let self: ReturnType<typeof asAgent>;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    snapshot = await opened.agent(companyId, '', { adapterType: 'remote' });
    ({ agentId } = snapshot);
    opened.adapters.set(agentId, {
      adapterType: 'remote',
      adapterConfig: { timeoutSec: TIME_LIMIT_SECONDS },
    });
    self = asAgent(opened, companyId, agentId);
  });

  const reservations = (runId: string) =>
    opened.reservations.filter((asked) => asked.runId === runId);
  const offers = async (runId: string) =>
    (await opened.stage.emitted('run.offered')).filter(({ entityId }) => entityId === runId);
  /** Once the sweep has looked at the run, as if the seconds until then were over. */
  const isLaidAside = async (runId: string) => {
    const { db } = opened.stage;
    await none(db, sql`update runs set hint_at = now() where id = ${runId}`);
    await eventually(async () => {
      const { waits } = await one<{ waits: boolean }>(
        db,
        sql`select hint_at > now() + interval '1 minute' as waits from runs where id = ${runId}`,
      );
      return waits || undefined;
    });
  };
  const wake = async (): Promise<string> => (await opened.wake(agentId)).id;
  /** As if it had asked for the last time some minutes ago, and the offer were over. */
  const goAway = async () => {
    const { db } = opened.stage;
    await none(
      db,
      sql`update roster set asked_at = now() - interval '3 minutes' where agent_id = ${agentId}`,
    );
    await none(
      db,
      sql`
      update runs set offered_until = now()
      where agent_id = ${agentId} and status = 'queued'`,
    );
  };

  it('is offered nothing and holds no money, and its run is laid aside', async () => {
    const runId = await wake();
    await isLaidAside(runId);
    expect(reservations(runId)).toEqual([]);
    expect(await offers(runId)).toEqual([]);
    expect((await measureLoad(opened.stage.db)).startLagSeconds).toBe(0);
  });

  it('finds its run by the first request, however long it was away', async () => {
    const runId = await wake();
    await isLaidAside(runId);
    expect(await self.listOfferedWakes({})).toMatchObject([{ runId }]);
    expect(reservations(runId)).toHaveLength(1);
    expect(await offers(runId)).toHaveLength(1);
  });

  it('is offered a run once, until it asks again', async () => {
    await self.listOfferedWakes({});
    const runId = await wake();
    await eventually(async () => (await offers(runId))[0]);
    await goAway();
    await isLaidAside(runId);
    expect(reservations(runId)).toHaveLength(1);
    expect(await offers(runId)).toHaveLength(1);
    expect(await self.listOfferedWakes({})).toMatchObject([{ runId }]);
    expect(await offers(runId)).toHaveLength(2);
  });

  it('is offered a run at once where it has asked just before', async () => {
    expect(await self.listOfferedWakes({})).toEqual([]);
    const runId = await wake();
    await eventually(async () => (await offers(runId))[0]);
  });

  it('has money reserved for the offer, and for its run once it has taken it', async () => {
    await self.listOfferedWakes({});
    const runId = await wake();
    const { id: wakeId } = await eventually(async () => (await self.listOfferedWakes({}))[0]);
    expect(reservations(runId)[0]?.ttlSeconds).toBe(OFFER_RESERVATION_SECONDS);
    await self.ackWake({ wakeId });
    const extended = await eventually(async () => reservations(runId)[1]);
    expect(extended.ttlSeconds).toBeGreaterThan(TIME_LIMIT_SECONDS);
    await self.finishRun({ runId, status: 'succeeded' });
  });

  it('starts as another kind of agent once its adapter is changed', async () => {
    const runId = await wake();
    await isLaidAside(runId);
    opened.configure(companyId, agentId, 'console.log("here")');
    const payload = { ...snapshot, adapterType: 'process' as const, version: snapshot.version + 1 };
    await opened.receive(agents, 'agent.updated', {
      companyId,
      entityId: agentId,
      payload: { ...payload, changedKeys: ['adapterType'] },
    });
    expect(await opened.finished(runId)).toMatchObject({ status: 'succeeded' });
  });

  it('may take what it was offered later than it has asked', async () => {
    const runId = await wake();
    const { id: wakeId } = await eventually(async () => (await self.listOfferedWakes({}))[0]);
    await none(
      opened.stage.db,
      sql`update roster set asked_at = now() - interval '5 minutes' where agent_id = ${agentId}`,
    );
    expect(await self.ackWake({ wakeId })).toMatchObject({ run: { id: runId } });
    await self.finishRun({ runId, status: 'succeeded' });
  });
});
