import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billing, type Payload } from '@muster/contracts';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const STAYS = 'console.log(process.pid); setInterval(() => {}, 1000)';

/** What an agent is given to end when its budget is spent, and how soon a kill is seen here. */
const SPENT_GRACE_MS = 5_000;
const KILL_MS = 4_000;

describe('budgets and runs', () => {
  let opened: Opened;
  let companyId: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-money-'));
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });
  const board = () => opened.stage.as(boardActor());
  const granted = { granted: true, cents: 5, reason: null } as const;
  const budget = (
    scope: 'agent' | 'company',
    agentId: string | null,
  ): Payload<typeof billing, 'budget.exhausted'> => ({
    scope,
    agentId,
    month: '2026-11',
    limitCents: 100,
    spentCents: 100,
  });
  const runsOf = (agentId: string) => board().listRuns({ companyId, agentId });

  it('a reservation is made for each run before it starts', async () => {
    opened.reserve = () => granted;
    const { agentId } = await opened.agent(companyId, '');
    const { id: runId } = await opened.finished((await opened.wake(agentId)).id);
    const [ask] = opened.reservations.filter((one) => one.agentId === agentId);
    expect(ask).toMatchObject({ companyId, agentId, runId });
    expect(ask?.ttlSeconds).toBeGreaterThan(900);
  });

  it('a refused reservation ends the queued run; its wake-up waits for the budget', async () => {
    opened.reserve = () => ({ granted: false, cents: 0, reason: 'agent_budget' });
    const { agentId } = await opened.agent(companyId, 'console.log("ran")');
    const refused = await opened.finished((await opened.wake(agentId)).id);
    expect(refused).toMatchObject({ status: 'cancelled', errorCode: 'budget', startedAt: null });
    opened.reserve = () => granted;
    await opened.receive(billing, 'budget.restored', {
      companyId,
      entityId: agentId,
      payload: budget('agent', agentId),
    });
    const [next] = await runsOf(agentId);
    expect(next?.id).not.toBe(refused.id);
    expect(await opened.finished(next?.id ?? '')).toMatchObject({
      status: 'succeeded',
      source: 'on_demand',
    });
    expect(await runsOf(agentId)).toHaveLength(2);
  });

  it('a failing billing keeps the run queued until it answers', async () => {
    let asked = 0;
    opened.reserve = () => {
      asked += 1;
      if (asked === 1) throw new Error('no answer today');
      return granted;
    };
    const { agentId } = await opened.agent(companyId, '');
    const { id } = await opened.wake(agentId);
    await eventually(async () => (asked > 0 ? true : undefined));
    expect((await board().getRun({ runId: id })).status).toBe('queued');
    expect((await opened.finished(id)).status).toBe('succeeded');
    expect(asked).toBe(2);
  });

  const scopes = ['agent', 'company'] as const;
  it.each(scopes)('an exhausted budget of the %s stops the agent', async (scope) => {
    opened.reserve = () => granted;
    const { agentId } = await opened.agent(companyId, STAYS);
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ logBytes }) => logBytes > 0);
    const about = scope === 'agent' ? agentId : null;
    await opened.receive(billing, 'budget.exhausted', {
      companyId,
      entityId: agentId,
      payload: budget(scope, about),
    });
    expect(await board().getRun({ runId: id })).toMatchObject({
      status: 'cancelled',
      errorCode: 'budget',
    });
  });

  it('an exhausted budget of the company stops its runs, however many there are', async () => {
    const crowded = await opened.company();
    const count = async (): Promise<number | undefined> => {
      const [row] = await opened.stage.db.run<{ live: number }>({
        text: `select count(*)::integer as live from runs
          where company_id = $1 and status = 'queued'`,
        values: [crowded.companyId],
      });
      return row?.live;
    };
    await opened.stage.db.run({
      text: `insert into runs (id, company_id, agent_id, source, status, context, hint_at)
        select gen_random_uuid(), $1, gen_random_uuid(), 'timer', 'queued', '{}',
          now() + interval '1 day'
        from generate_series(1, 1001)`,
      values: [crowded.companyId],
    });
    expect(await count()).toBe(1_001);
    await opened.receive(billing, 'budget.exhausted', {
      companyId: crowded.companyId,
      entityId: crowded.companyId,
      payload: budget('company', null),
    });
    await expect.poll(count, { timeout: 60_000 }).toBe(0);
  });

  it('an agent with an exhausted budget does not get all of a long grace period', async () => {
    opened.reserve = () => granted;
    const { agentId } = await opened.agent(companyId, '');
    const script = `process.on('SIGTERM', () => {}); ${STAYS}`;
    opened.adapters.set(agentId, {
      adapterType: 'process',
      adapterConfig: { command: process.execPath, args: ['-e', script], graceSec: 60 },
    });
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ logBytes }) => logBytes > 0);
    const pid = Number(await opened.logOf(id));
    await opened.receive(billing, 'budget.exhausted', {
      companyId,
      entityId: agentId,
      payload: budget('agent', agentId),
    });
    const stoppedAt = performance.now();
    await eventually(async () => (isAlive(pid) ? undefined : true));
    expect(performance.now() - stoppedAt).toBeLessThan(SPENT_GRACE_MS + KILL_MS);
  });

  /** Reports usage in cents, and more as soon as a file exists. */
  const spender = (first: number, then: number, end: string) => {
    const go = join(folder, randomUUID());
    const script = `
      const use = (costCents) => printReport({ usage: { costCents } });
      use(${first});
      const waiting = setInterval(() => {
        if (!require('node:fs').existsSync(${JSON.stringify(go)})) return;
        clearInterval(waiting);
        use(${then}); ${end}
      }, 20);`;
    return { script, spendOn: () => writeFile(go, '') };
  };

  it('an agent stops at the end of its slice while billing is unavailable', async () => {
    opened.reserve = () => granted;
    const { script, spendOn } = spender(4, 6, 'setInterval(() => {}, 1000)');
    const { agentId } = await opened.agent(companyId, script);
    const { id } = await opened.wake(agentId);
    const within = await opened.runWhen(id, ({ usage }) => usage?.costCents === 4);
    expect(within.status).toBe('running');
    opened.reserve = () => {
      throw new Error('away');
    };
    await spendOn();
    expect(await opened.finished(id)).toMatchObject({
      status: 'cancelled',
      errorCode: 'budget',
      usage: { costCents: 6 },
    });
    // Its wake-ups are not lost: they wait until the agent can spend again.
    const wakes = await opened.stage.db.run({
      text: 'select status from wakeups where agent_id = $1',
      values: [agentId],
    });
    expect(wakes).toEqual([{ status: 'pending' }]);
  });

  it('an agent beyond its slice continues while billing answers', async () => {
    const asks = () => opened.reservations.filter(({ runId }) => runId === id).length;
    opened.reserve = () => granted;
    const { script, spendOn } = spender(6, 9, 'setTimeout(() => process.exit(0), 1500)');
    const { agentId } = await opened.agent(companyId, script);
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ usage }) => usage?.costCents === 6);
    await spendOn();
    expect(await opened.finished(id)).toMatchObject({
      status: 'succeeded',
      usage: { costCents: 9 },
    });
    expect(asks()).toBe(2);
  });

  it('usage of a stopped agent until its end is reported afterwards', async () => {
    opened.reserve = () => granted;
    const line = (cents: number) => `printReport({ usage: { costCents: ${cents} } })`;
    const script = `${line(1)}; process.on('SIGTERM', () => { ${line(9)}; process.exit(0); });
      setInterval(() => {}, 1000)`;
    const { agentId } = await opened.agent(companyId, script);
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ usage }) => usage !== null);
    await board().cancelRun({ runId: id });
    const late = await opened.runWhen(id, ({ usage }) => usage?.costCents === 9);
    expect(late.status).toBe('cancelled');
    const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === id);
    expect(emitted.map(({ type }) => type)).toEqual([
      'run.queued',
      'run.started',
      'run.usage_reported',
      'run.finished',
      'run.usage_reported',
    ]);
  });
});

describe('a lost worker', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const runsOf = (agentId: string) =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  const forget = (runId: string) =>
    opened.stage.db.run({
      text: `update runs set lease_expires_at = now() - interval '1 second'
        where id = $1 returning 1`,
      values: [runId],
    });

  it('loses its run, which is retried three times at once, and then after a wait', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    let { id } = await opened.wake(agentId);
    for (let lost = 1; lost <= 4; lost++) {
      const current = id;
      await opened.runWhen(current, ({ logBytes }) => logBytes > 0);
      const pid = Number(await opened.logOf(current));
      await forget(current);
      const ended = await opened.finished(current);
      expect(ended).toMatchObject({ status: 'lost', errorCode: 'worker_lost' });
      await eventually(async () => (isAlive(pid) ? undefined : true));
      const [newest] = await runsOf(agentId);
      id = newest?.id ?? '';
      if (lost < 4) expect(newest).toMatchObject({ source: 'retry', reason: 'on_demand' });
    }
    const runs = await runsOf(agentId);
    expect(runs.map(({ status }) => status)).toEqual(['lost', 'lost', 'lost', 'lost']);
    const wakes = await opened.stage.db.run<{ status: string }>({
      text: 'select distinct status from wakeups where agent_id = $1',
      values: [agentId],
    });
    expect(wakes).toEqual([{ status: 'pending' }]);
    const board = opened.stage.as(boardActor());
    expect(await board.getAgentWakes({ agentId })).toMatchObject({
      heldFor: 'failing',
      failing: { failures: 1, errorCode: 'worker_lost' },
    });

    // What was lost more than ten minutes ago counts no more.
    await opened.stage.db.run({
      text: `update runs set finished_at = finished_at - interval '10 minutes'
        where agent_id = $1 returning 1`,
      values: [agentId],
    });
    await opened.passWait(agentId);
    const later = await eventually(async () => {
      const [newest] = await runsOf(agentId);
      return newest && newest.id !== id && !isOver(newest) ? newest.id : undefined;
    });
    await opened.runWhen(later, ({ status }) => status === 'running');
    await forget(later);
    await opened.finished(later);
    expect((await runsOf(agentId))[0]).toMatchObject({ source: 'retry' });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
