/** Which queued runs take part in fair shares, and which are parked until they can start. */
import { agents } from '@muster/contracts';
import { newId, none, one, sql, type Statement } from '@muster/service-kit';
import { boardActor, pagesOf } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compareShares } from '../src/store/fair-shares.ts';
import { claimDueOffers } from '../src/store/runs/run-sweep.ts';
import { queueAgentsOfEndedHolds } from '../src/sweep/queue-waiting-agents.ts';
import { openFairShares } from '../src/worker/choose-run.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

/** More than are compared at a time. */
const COMPANIES = 600;

let opened: Opened;
beforeAll(async () => {
  // Its own sweep sleeps, and no worker takes a run.
  opened = await openScheduler({ WAKE_SWEEP_MS: '60000', RUN_CONCURRENCY: '0' });
});
afterAll(() => opened.close());

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);
beforeEach(() => run(sql`delete from runs`));

/** As if the time had passed after which queued runs are offered again. */
async function offer(): Promise<string[]> {
  await run(sql`update runs set hint_at = now() where status = 'queued' and not parked`);
  const { db } = opened.stage;
  const offered: string[] = [];
  for (;;) {
    const claimed = await claimDueOffers(db, 200);
    if (claimed.length === 0) return offered;
    offered.push(...claimed.filter(({ canStart }) => canStart).map(({ id }) => id));
  }
}
const aRun = async (companyId: string): Promise<{ id: string; agentId: string }> => {
  const { agentId } = await opened.agent(companyId, '');
  return { id: (await opened.wake(agentId)).id, agentId };
};
const holdForQuota = (agentId: string, until = sql`now() + interval '1 hour'`) =>
  run(sql`update roster set not_before = ${until} where agent_id = ${agentId}`);
const secondsToOffer = async (runId: string): Promise<number> =>
  (
    await one<{ seconds: number }>(
      opened.stage.db,
      sql`
      select extract(epoch from hint_at - now())::float8 as seconds from runs
      where id = ${runId}`,
    )
  ).seconds;
/** So many companies, each with a queued run; `first` has an id before that of any other company. */
const insertCompanies = (status: 'active' | 'paused') =>
  run(sql`
    with made as (
      insert into companies (company_id, status, version)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${status}, 1
      from generate_series(1, ${COMPANIES}) n
      on conflict (company_id) do update set status = excluded.status
      returning company_id
    ), agents as (
      insert into roster (
        agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled,
        interval_sec, wake_on_demand, version
      )
      select gen_random_uuid(), company_id, 'Agent', gen_random_uuid(), 'idle', 'process', false,
        300, true, 1
      from made
      returning agent_id, company_id
    )
    insert into runs (id, company_id, agent_id, source, status, context, hint_at)
    select gen_random_uuid(), company_id, agent_id, 'on_demand', 'queued', '{}', now()
    from agents`);

describe('fair shares', () => {
  const asking = { companyId: newId(), below: 1, starting: [] };

  it('choose the oldest run of a company that can start, not its oldest run', async () => {
    const { companyId } = await opened.company();
    const held = await aRun(companyId);
    const startable = await aRun(companyId);
    await aRun(companyId);
    await holdForQuota(held.agentId);
    expect(await openFairShares(opened.stage.db)(asking)).toMatchObject({ id: startable.id });
  });

  it('find a company behind more than are compared whose runs cannot start', async () => {
    await insertCompanies('paused');
    const { companyId } = await opened.company();
    const { id } = await aRun(companyId);
    const find = openFairShares(opened.stage.db);
    expect(await find(asking)).toBeUndefined();
    expect(await find(asking)).toMatchObject({ id });
    expect(await find(asking)).toBeUndefined();
    // After one offer they are no longer read.
    await offer();
    const again = openFairShares(opened.stage.db);
    expect(await again(asking)).toMatchObject({ id });
    expect(await again(asking)).toMatchObject({ id });
    // A transaction of another test keeps the former entries of the index until it ends.
    const pagesOfComparison = async (): Promise<number> => {
      await run(sql`vacuum analyze runs`);
      return pagesOf(opened.stage.db, (db) =>
        compareShares(db, { ...asking, after: undefined }).catch(() => undefined),
      );
    };
    await expect.poll(pagesOfComparison, { timeout: 20_000 }).toBeLessThan(60);
  });
});

describe('a queued run that cannot start', () => {
  it('is offered when its company is active again', async () => {
    const company = await opened.company();
    const { companyId } = company;
    const { id } = await aRun(companyId);
    const set = (status: 'active' | 'paused', version: number) =>
      opened.receive(agents, 'company.updated', {
        companyId,
        entityId: companyId,
        payload: { ...company, status, version },
      });
    await set('paused', 2);
    expect(await offer()).toEqual([]);
    expect(await secondsToOffer(id)).toBeGreaterThan(500);
    await set('active', 3);
    expect(await secondsToOffer(id)).toBeLessThanOrEqual(0);
    expect(await offer()).toEqual([id]);
    expect(await secondsToOffer(id)).toBeLessThan(15);
  });

  it('is offered when the quota of its agent begins, or is lifted', async () => {
    const { companyId } = await opened.company();
    const soon = await aRun(companyId);
    const later = await aRun(companyId);
    await holdForQuota(soon.agentId, sql`now() + interval '1 minute'`);
    await holdForQuota(later.agentId);
    expect(await offer()).toEqual([]);
    expect(await secondsToOffer(soon.id)).toBeLessThan(61);
    await holdForQuota(soon.agentId, sql`now()`);
    await queueAgentsOfEndedHolds(opened.stage.service.runtime)();
    expect(await offer()).toEqual([soon.id]);
    await opened.stage.as(boardActor()).liftQuotaHold({ agentId: later.agentId });
    expect((await offer()).toSorted()).toEqual([soon.id, later.id].toSorted());
  });
});
