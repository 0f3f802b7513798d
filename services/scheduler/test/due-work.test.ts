import { none, sql, type Statement } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDueWork } from '../src/store/due-work.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  // The sweep of this stage leaves the rows alone.
  opened = await openScheduler({ RUN_CONCURRENCY: '0', WAKE_SWEEP_MS: '60000' });
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);
const due = () => findDueWork(opened.stage.db);
const nothing = { timers: false, heldRuns: false, offers: false, wakes: false };

/** Of an agent of its own. */
const insertRun = (values: Statement): Promise<void> =>
  run(sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at, held,
      lease_expires_at, adoptable_at)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'timer', ${values}`);

it('finds nothing where all is done or not yet due', async () => {
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    values (gen_random_uuid(), ${companyId}, 300, now() + interval '1 hour')`);
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, status)
    values (gen_random_uuid(), ${companyId}, gen_random_uuid(), 'done', 'timer', 'test',
      'delivered')`);
  await insertRun(sql`'succeeded', '{}', now(), false, now(), now()`);
  await insertRun(sql`'queued', '{}', now() + interval '1 hour', false, null, null`);
  await insertRun(
    sql`'running', '{}', now(), true, now() + interval '1 hour', now() + interval '1 hour'`,
  );
  expect(await due()).toEqual(nothing);
});

it.each([
  [
    'timers',
    () =>
      run(sql`
      insert into schedules (agent_id, company_id, interval_sec, next_due_at)
      values (gen_random_uuid(), ${companyId}, 300, now())`),
  ],
  [
    'wakes',
    () =>
      run(sql`
      insert into wakeups (id, company_id, agent_id, cause, source, reason)
      values (gen_random_uuid(), ${companyId}, gen_random_uuid(), 'due', 'timer', 'test')`),
  ],
  ['offers', () => insertRun(sql`'queued', '{}', now(), false, null, null`)],
  ['heldRuns', () => insertRun(sql`'running', '{}', now(), true, now(), null`)],
  [
    'heldRuns',
    () => insertRun(sql`'running', '{}', now(), true, now() + interval '1 hour', now()`),
  ],
] as const)('finds due %s', async (kind, insert) => {
  await run(sql`delete from schedules where next_due_at <= now()`);
  await run(sql`delete from wakeups where status = 'pending'`);
  await run(sql`
    delete from runs
    where hint_at <= now() and (status = 'queued' or lease_expires_at <= now()
      or adoptable_at <= now())`);
  await insert();
  expect(await due()).toEqual({ ...nothing, [kind]: true });
});

it('looks into indexes only', async () => {
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    select gen_random_uuid(), ${companyId}::uuid, 300, now() + make_interval(secs => 3600 + n)
    from generate_series(1, 3000) n`);
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, status)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'cause-' || n, 'timer', 'test',
      'delivered'
    from generate_series(1, 3000) n`);
  await run(sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at, finished_at)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'timer', 'succeeded', '{}',
      now(), now()
    from generate_series(1, 3000) n`);
  await run(sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'timer', 'queued', '{}',
      now() + make_interval(secs => 3600 + n)
    from generate_series(1, 3000) n`);
  await run(sql`analyze schedules, wakeups, runs`);
  const plan = await planOf(opened.stage.db, findDueWork);
  for (const index of ['schedules_by_due', 'runs_by_lease', 'runs_to_offer', 'wakeups_pending']) {
    expect(plan).toContain(index);
  }
  expect(plan).not.toContain('Seq Scan');
});
