/**
 * A wake-up that is taken while its agent or company comes to its end: the end does not see the
 * run, and the wake-up does not see the end. Each test holds the wake-up between the two.
 */
import { agents, type AgentSnapshot, type CompanySnapshot, type Run } from '@muster/contracts';
import { newId, none, one, sql } from '@muster/service-kit';
import { boardActor, planOf, type Admin } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOrphaned } from '../src/store/runs/run-sweep.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

describe('a wake-up that is taken at the end of', () => {
  let opened: Opened;
  let owner: Admin;
  let company: CompanySnapshot;
  let agent: AgentSnapshot;
  beforeAll(async () => {
    // Runs wait in the queue here: no worker looks at them.
    opened = await openScheduler({ RUN_CONCURRENCY: '0' });
    owner = await opened.stage.admin();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    company = await opened.company();
    agent = await opened.agent(company.companyId, '');
  });

  const terminate = (): Promise<void> =>
    opened.receive(agents, 'agent.terminated', {
      companyId: company.companyId,
      entityId: agent.agentId,
      payload: { ...agent, status: 'terminated', version: agent.version + 1 },
    });
  const archive = (): Promise<void> =>
    opened.receive(agents, 'company.updated', {
      companyId: company.companyId,
      entityId: company.companyId,
      payload: { ...company, status: 'archived', version: company.version + 1 },
    });
  const wake = (idempotencyKey: string) =>
    opened.stage.as(boardActor()).wakeAgent({ agentId: agent.agentId, idempotencyKey });
  const wakeStatuses = (): Promise<{ status: string }[]> =>
    opened.stage.db.run({
      text: 'select status from wakeups where agent_id = $1',
      values: [agent.agentId],
    });

  /** Has the wake-up wait for a row of an open transaction, which is never committed. */
  async function holdUp(row: () => Promise<void>, end: () => Promise<void>) {
    await none(owner, sql`begin`);
    await row();
    const woken = wake('held-up');
    await eventually(async () => {
      const { waiting } = await one<{ waiting: number }>(
        owner,
        sql`
        select count(*)::integer as waiting from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
      );
      return waiting > 0 || undefined;
    });
    await end();
    await none(owner, sql`rollback`);
    return woken;
  }

  /** The run is inserted after the end has looked for runs. */
  const queueAtTheEnd = (end: () => Promise<void>) =>
    holdUp(
      () =>
        none(
          owner,
          sql`
          insert into runs (id, company_id, agent_id, source, status, context, hint_at)
          values (
            ${newId()}, ${company.companyId}, ${agent.agentId}, 'timer', 'queued', '{}', now()
          )`,
        ),
      end,
    );

  /** As if the time had passed after which a queued run is offered again. */
  async function runOfOffer(runId: string): Promise<Run> {
    await none(owner, sql`update runs set hint_at = now() where id = ${runId}`);
    return opened.runWhen(runId, isOver);
  }

  const idOf = (woken: Awaited<ReturnType<typeof wake>>): string =>
    'id' in woken ? woken.id : expect.fail(`skipped: ${woken.reason}`);

  it('its agent leaves no run queued, and fails', async () => {
    const id = idOf(await queueAtTheEnd(terminate));
    expect(await runOfOffer(id)).toMatchObject({
      status: 'cancelled',
      errorCode: 'agent_terminated',
      startedAt: null,
    });
    expect(await wakeStatuses()).toEqual([{ status: 'failed' }]);
    const finished = (await opened.stage.emitted('run.finished')).filter(
      ({ entityId }) => entityId === id,
    );
    expect(finished).toHaveLength(1);
  });

  it('its company leaves no run queued, and waits until the company is active again', async () => {
    const id = idOf(await queueAtTheEnd(archive));
    expect(await runOfOffer(id)).toMatchObject({
      status: 'cancelled',
      errorCode: 'company_archived',
    });
    expect(await wakeStatuses()).toEqual([{ status: 'pending' }]);
    await opened.receive(agents, 'company.updated', {
      companyId: company.companyId,
      entityId: company.companyId,
      payload: { ...company, status: 'active', version: company.version + 2 },
    });
    const next = await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({
        companyId: company.companyId,
        status: ['queued'],
      });
      return runs[0];
    });
    expect(next).toMatchObject({ agentId: agent.agentId, source: 'on_demand' });
  });

  it('its agent does not wait for ever where no run was queued for it', async () => {
    const woken = await holdUp(
      () =>
        none(
          owner,
          sql`
          insert into wakeups (id, company_id, agent_id, cause, source, reason)
          values (
            ${newId()}, ${company.companyId}, ${agent.agentId}, 'key:held-up', 'on_demand', 'test'
          )`,
        ),
      terminate,
    );
    expect(woken).toMatchObject({ status: 'skipped' });
    await eventually(async () => {
      const [wakeup] = await wakeStatuses();
      return wakeup?.status === 'failed' || undefined;
    });
  });

  it('its agent is found by the index of due offers', async () => {
    // As many as a company has of runs that are over: the index holds none of them.
    await none(
      owner,
      sql`
      insert into runs (id, company_id, agent_id, source, status, context, hint_at, finished_at)
      select gen_random_uuid(), ${company.companyId}, gen_random_uuid(), 'timer', 'succeeded',
        '{}', now(), now()
      from generate_series(1, 5000)`,
    );
    await none(owner, sql`analyze runs`);
    const plan = await planOf(opened.stage.db, (db) => listOrphaned(db, undefined, 200));
    expect(plan).toContain('runs_to_offer');
    expect(plan).not.toContain('Seq Scan on runs');
  });
});
