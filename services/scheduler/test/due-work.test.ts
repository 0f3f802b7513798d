import { none, sql, type Statement } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDueWork, type DueWork } from '../src/store/due-work.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler({ RUN_CONCURRENCY: '0' });
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);
/** Times are stored in whole milliseconds: that of this moment may be rounded up, and be in the future. */
const past = sql`now() - interval '1 second'`;
const nothing = {
  timers: false,
  heldRuns: false,
  stops: false,
  offers: false,
  holds: false,
  newWakes: false,
  wakes: false,
};

/** What is due once these are written. They are rolled back, so that the service handles none. */
async function dueAfter(...writes: readonly (() => Promise<void>)[]): Promise<DueWork> {
  const admin = await opened.stage.admin();
  await admin.client.query('begin');
  try {
    for (const write of writes) await write();
    return await findDueWork(admin);
  } finally {
    await admin.client.query('rollback');
  }
}

/** Of an agent of its own. */
const insertRun = (values: Statement): Promise<void> =>
  run(sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at, held,
      lease_expires_at, adoptable_at)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'timer', ${values}`);

/** A running run that was told to stop. */
const insertStopping = async (at: Statement): Promise<void> => {
  await insertRun(sql`'running', '{}', now(), true, now() + interval '1 hour', null`);
  await run(sql`update runs set stop_at = ${at} where company_id = ${companyId}`);
};

it('finds nothing where all is done or not yet due', async () => {
  const found = await dueAfter(
    () =>
      run(sql`
      insert into schedules (agent_id, company_id, interval_sec, next_due_at)
      values (gen_random_uuid(), ${companyId}, 300, now() + interval '1 hour')`),
    () =>
      run(sql`
      insert into wakeups (id, company_id, agent_id, cause, source, reason, status)
      values (gen_random_uuid(), ${companyId}, gen_random_uuid(), 'done', 'timer', 'test',
        'delivered')`),
    () => insertHold(sql`'infinity', now() + interval '1 hour'`),
    () => insertRun(sql`'succeeded', '{}', now(), false, now(), now()`),
    () => insertRun(sql`'queued', '{}', now() + interval '1 hour', false, null, null`),
    () =>
      insertRun(
        sql`'running', '{}', now(), true, now() + interval '1 hour', now() + interval '1 hour'`,
      ),
    () => insertStopping(sql`now() + interval '1 hour'`),
  );
  expect(found).toEqual(nothing);
});

const insertWake = (at: Statement): Promise<void> =>
  run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, created_at)
    values (gen_random_uuid(), ${companyId}, gen_random_uuid(), 'due', 'timer', 'test', ${at})`);
const insertHold = (until: Statement): Promise<void> =>
  run(sql`
    insert into roster (
      agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
      wake_on_demand, version, hold_until, not_before
    )
    values (
      gen_random_uuid(), ${companyId}, 'Agent', 'agent', 'idle', 'process', false, 300, true, 1,
      ${until}
    )`);

it.each([
  [
    'timers',
    () =>
      run(sql`
      insert into schedules (agent_id, company_id, interval_sec, next_due_at)
      values (gen_random_uuid(), ${companyId}, 300, ${past})`),
  ],
  ['wakes', () => insertWake(sql`now() - interval '1 hour'`)],
  ['holds', () => insertHold(sql`${past}, null`)],
  ['holds', () => insertHold(sql`'infinity', ${past}`)],
  ['offers', () => insertRun(sql`'queued', '{}', ${past}, false, null, null`)],
  ['heldRuns', () => insertRun(sql`'running', '{}', now(), true, ${past}, null`)],
  [
    'heldRuns',
    () => insertRun(sql`'running', '{}', now(), true, now() + interval '1 hour', ${past}`),
  ],
  ['stops', () => insertStopping(past)],
] as const)('finds due %s', async (kind, insert) => {
  expect(await dueAfter(insert)).toEqual({ ...nothing, [kind]: true });
});

it('finds wake-ups that have begun to wait', async () => {
  expect(await dueAfter(() => insertWake(past))).toEqual({
    ...nothing,
    wakes: true,
    newWakes: true,
  });
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
  await run(sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at, held,
      lease_expires_at, adoptable_at)
    select gen_random_uuid(), ${companyId}::uuid, gen_random_uuid(), 'timer', 'running', '{}',
      now(), true, now() + make_interval(secs => 3600 + n), now() + make_interval(secs => 3600 + n)
    from generate_series(1, 100) n`);
  await run(sql`analyze schedules, wakeups, runs`);
  const plan = await planOf(opened.stage.db, findDueWork);
  for (const index of [
    'schedules_by_due',
    'runs_by_lease',
    'runs_to_offer',
    'roster_by_end_of_hold',
    'wakeups_newly_pending',
  ]) {
    expect(plan).toContain(index);
  }
  expect(plan).not.toContain('Seq Scan');
});
