import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { itEach, boardActor, planOf } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { compareShares } from '../src/store/fair-shares.ts';
import { findStartable } from '../src/store/runs/run-lifecycle.ts';
import { deliverWakes } from '../src/store/wakes/wakeups.ts';
import { backends, hasBackend, eventually, openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';
const SHORT = 'setTimeout(() => {}, 100)';
const QUEUED = 1_000;

/** So many agents of the company, each with a run in the queue. */
async function queueMany({ stage, configure }: Opened, companyId: string): Promise<void> {
  const ids = Array.from({ length: QUEUED }, () => ({
    agentId: newId(),
    runId: newId(),
    wakeId: newId(),
  }));
  for (const { agentId } of ids) configure(companyId, agentId, SHORT);
  const admin = await stage.admin();
  const values = [JSON.stringify(ids), companyId];
  const rows = `from jsonb_to_recordset($1::jsonb) as f (
    "agentId" uuid, "runId" uuid, "wakeId" uuid)`;
  await admin.run({
    text: `insert into roster (agent_id, company_id, name, url_key, status, adapter_type,
        heartbeat_enabled, interval_sec, wake_on_demand, version)
      select "agentId", $2, "agentId", "agentId", 'idle', 'process', false, 300, true, 1 ${rows}`,
    values,
  });
  await admin.run({
    text: `insert into runs (id, company_id, agent_id, source, status, context, hint_at)
      select "runId", $2, "agentId", 'on_demand', 'queued', '{}', now() ${rows}`,
    values,
  });
  await admin.run({
    text: `insert into wakeups (id, company_id, agent_id, cause, source, reason, status, run_id)
      select "wakeId", $2, "agentId", 'queueMany', 'on_demand', 'on_demand', 'coalesced', "runId"
      ${rows}`,
    values,
  });
}

describe('runs', () => {
  let opened: Opened;
  afterEach(() => opened.close());

  const runsOf = (companyId: string, status: Run['status'][]): Promise<Run[]> =>
    opened.stage.as(boardActor()).listRuns({ companyId, status });

  itEach(backends, hasBackend)(
    'of one company do not keep the next one waiting: %s',
    async (backend) => {
      opened = await openScheduler({ RUN_CONCURRENCY: '2' }, backend);
      const [{ companyId: busy }, { companyId: other }] = [
        await opened.company(),
        await opened.company(),
      ];
      await queueMany(opened, busy);
      await eventually(async () => (await runsOf(busy, ['succeeded']))[0]);
      const { agentId } = await opened.agent(other, SHORT);
      const before = (await runsOf(busy, ['succeeded', 'running'])).length;
      await opened.finished((await opened.wake(agentId)).id);
      const meanwhile = (await runsOf(busy, ['succeeded', 'running'])).length - before;
      expect(meanwhile).toBeLessThan(30);
      expect((await runsOf(busy, ['queued'])).length).toBeGreaterThan(0);
      const plan = await planOf(opened.stage.db, (db) =>
        compareShares(db, { companyId: other, below: 1, starting: [], after: undefined }),
      );
      expect(plan).toContain('runs_startable_by_company');
      expect(plan).toContain('runs_by_running_company');
      const choosing = await planOf(opened.stage.db, (db) => findStartable(db, newId()));
      // All live runs are startable here, so both indexes cost the same for the next company.
      const next = 'runs_(startable|live)_by_company';
      expect(choosing).toMatch(new RegExp(`${next}[^]*${next}`));
      expect(choosing).toContain('runs_by_running_company');
      expect(choosing).not.toContain('Seq Scan on runs');
      const starting = await planOf(opened.stage.db, (db) =>
        deliverWakes(db, { id: newId(), agentId }),
      );
      expect(starting).not.toMatch(/Seq Scan on (wakeups|runs)/);
    },
  );

  it('of all companies stay within their limit, and free capacity is used again', async () => {
    opened = await openScheduler({ MUSTER_MAX_RUNS: '3' });
    const companies = [await opened.company(), await opened.company()];
    const wakes = await Promise.all(
      companies.flatMap(({ companyId }) =>
        [1, 2, 3].map(async () => opened.wake((await opened.agent(companyId, STAYS)).agentId)),
      ),
    );
    const all = async (status: Run['status']) =>
      (await Promise.all(companies.map(({ companyId }) => runsOf(companyId, [status])))).flat();
    await eventually(async () => (await all('running')).length === 3 || undefined);
    const postponed = () =>
      opened.stage.db.run({
        text: "select id from runs where status = 'queued' and postponed_until > now()",
        values: [],
      });
    await eventually(async () => (await postponed()).length === 3 || undefined);
    const running = await all('running');
    expect(running).toHaveLength(3);
    await opened.stage.as(boardActor()).cancelRun({ runId: running[0]?.id ?? '' });
    await eventually(async () => {
      const now = await all('running');
      return now.length === 3 && now.some(({ id }) => !running.some((run) => run.id === id));
    });
    expect(wakes).toHaveLength(6);
  });

  itEach(backends, hasBackend)(
    'of one company, however long, leave the last quarter of the places to others: %s',
    async (backend) => {
      opened = await openScheduler({ RUN_CONCURRENCY: '4' }, backend);
      const [{ companyId: busy }, { companyId: other }] = [
        await opened.company(),
        await opened.company(),
      ];
      const agents = await Promise.all(Array.from({ length: 6 }, () => opened.agent(busy, STAYS)));
      for (const { agentId } of agents) await opened.wake(agentId);
      await eventually(async () => (await runsOf(busy, ['running'])).length === 3 || undefined);
      const { agentId } = await opened.agent(other, SHORT);
      await opened.finished((await opened.wake(agentId)).id);
      const running = await runsOf(busy, ['running']);
      expect(running).toHaveLength(3);
      // What was left out has the next place that is not one of the last ones.
      await opened.stage.as(boardActor()).cancelRun({ runId: running[0]?.id ?? '' });
      await eventually(async () => {
        const now = await runsOf(busy, ['running']);
        return now.some(({ id }) => !running.some((run) => run.id === id)) || undefined;
      });
    },
  );

  it('of the only company take all places', async () => {
    opened = await openScheduler({ RUN_CONCURRENCY: '4' });
    const { companyId } = await opened.company();
    for (let count = 0; count < 4; count += 1) {
      await opened.wake((await opened.agent(companyId, STAYS)).agentId);
    }
    await eventually(async () => (await runsOf(companyId, ['running'])).length === 4 || undefined);
    expect(await runsOf(companyId, ['queued'])).toEqual([]);
  });

  it('of one company leave the last quarter of those of all processes to others', async () => {
    opened = await openScheduler({ MUSTER_MAX_RUNS: '4', RUN_CONCURRENCY: '16' });
    const [{ companyId: busy }, { companyId: other }] = [
      await opened.company(),
      await opened.company(),
    ];
    for (let count = 0; count < 5; count += 1) {
      await opened.wake((await opened.agent(busy, STAYS)).agentId);
    }
    await eventually(async () => (await runsOf(busy, ['running'])).length === 3 || undefined);
    const { agentId } = await opened.agent(other, SHORT);
    await opened.finished((await opened.wake(agentId)).id);
    expect(await runsOf(busy, ['running'])).toHaveLength(3);
  });
});
