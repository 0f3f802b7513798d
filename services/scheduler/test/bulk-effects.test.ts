import { agents, billing, type AgentSnapshot, type CompanySnapshot } from '@muster/contracts';
import { many, newId, none, one, sql, type Statement } from '@muster/service-kit';
import { lengthOf, openTrials, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

/** More than some steps, or as many as no company has yet. */
const ROWS = lengthOf({ full: 100_000, short: 1_300 });
/** Longer than that takes, however busy the machine is. */
const COMPLETE = { timeout: lengthOf({ full: 900_000, short: 60_000 }), interval: 50 };
const TEST_MAX_MS = COMPLETE.timeout + 60_000;
/** The name of this service's connections in Postgres. */
const REPLICA = `bulk-${newId()}`;

let opened: Opened;
let company: CompanySnapshot;
let agent: AgentSnapshot;
const trials = openTrials();

beforeAll(async () => {
  // Runs wait in the queue here: no worker looks at them.
  opened = await openScheduler({ REPLICA, RUN_CONCURRENCY: '0' });
});
afterAll(async () => {
  await opened.close();
  recordTrials({
    promise: 'P16',
    by: 'services/scheduler/test/bulk-effects',
    faults: effects.length,
    ...trials.result(),
    how: `an effect on ${ROWS} timers, wake-ups, runs or held agents, one of whose steps is cut off`,
  });
});

const change = (status: CompanySnapshot['status']) =>
  opened.receive(agents, 'company.updated', {
    companyId: company.companyId,
    entityId: company.companyId,
    payload: { ...company, status, version: company.version + 1 },
  });
const budget = (name: 'budget.exhausted' | 'budget.restored') =>
  opened.receive(billing, name, {
    companyId: company.companyId,
    entityId: company.companyId,
    payload: { scope: 'company', agentId: null, month: '2026-11', limitCents: 1, spentCents: 1 },
  });
const changeAgent = (name: 'agent.resumed' | 'agent.terminated', status: AgentSnapshot['status']) =>
  opened.receive(agents, name, {
    companyId: company.companyId,
    entityId: agent.agentId,
    payload: { ...agent, status, version: agent.version + 1 },
  });

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);

/** Agents with timers, of which the scheduler has heard before. */
const fillRoster = (hold: string | null = null) =>
  run(sql`
    insert into roster (
      agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
      wake_on_demand, hold_until, hold_reason, version
    )
    select gen_random_uuid(), ${company.companyId}::uuid, 'Agent ' || n, 'filled-' || n, 'idle',
      'process', true, 86400, false,
      case when ${hold}::text is not null then 'infinity'::timestamptz end, ${hold}, 1
    from generate_series(1, ${ROWS}) n`);
const fillTimers = async () => {
  await fillRoster();
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    select agent_id, company_id, 86400, now() + interval '1 day' from roster
    where company_id = ${company.companyId} and url_key like 'filled-%'`);
};
const fillRuns = async () => {
  await fillRoster();
  await run(sql`
    insert into runs (
      id, company_id, agent_id, source, status, held, context, hint_at, started_at, lease_expires_at
    )
    select gen_random_uuid(), company_id, agent_id, 'on_demand', 'running', true, '{}', now(), now(),
      now() + interval '1 day'
    from roster where company_id = ${company.companyId} and url_key like 'filled-%'`);
};
/** They wait for an agent that gets no run. */
const fillWakes = async () => {
  await run(sql`
    update roster set hold_until = 'infinity', hold_reason = 'retry'
    where agent_id = ${agent.agentId}`);
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, hops, root_id)
    select gen_random_uuid(), ${company.companyId}::uuid, ${agent.agentId}::uuid, 'cause-' || n,
      'automation', 'test', 3, gen_random_uuid()
    from generate_series(1, ${ROWS}) n`);
};
const ofCompany = (): Statement => sql`company_id = ${company.companyId}`;

interface Effect {
  readonly what: string;
  readonly fill: () => Promise<unknown>;
  readonly cause: () => Promise<unknown>;
  readonly table: Statement;
  readonly key: Statement;
  /** The rows that are left to the effect. */
  readonly which: () => Statement;
  /** The event of each row. */
  readonly event?: string;
}

const effects: readonly Effect[] = [
  {
    what: 'the timers of a paused company end',
    fill: fillTimers,
    cause: () => change('paused'),
    table: sql`schedules`,
    key: sql`agent_id`,
    which: ofCompany,
  },
  {
    what: 'the wake-ups of a terminated agent fail',
    fill: fillWakes,
    cause: () => changeAgent('agent.terminated', 'terminated'),
    table: sql`wakeups`,
    key: sql`id`,
    which: () => sql`${ofCompany()} and status <> 'failed'`,
  },
  {
    what: 'the wake-ups of a resumed agent begin new chains',
    fill: async () => {
      await change('paused');
      await fillWakes();
    },
    cause: () => changeAgent('agent.resumed', 'idle'),
    table: sql`wakeups`,
    key: sql`id`,
    which: () => sql`${ofCompany()} and (hops <> 0 or root_id <> id)`,
  },
  {
    what: 'the runs of a company whose budget is spent stop',
    fill: fillRuns,
    cause: () => budget('budget.exhausted'),
    table: sql`runs`,
    key: sql`id`,
    which: () => sql`${ofCompany()} and status = 'running'`,
    event: 'run.finished',
  },
  {
    what: 'the runs of an archived company stop',
    fill: fillRuns,
    cause: () => change('archived'),
    table: sql`runs`,
    key: sql`id`,
    which: () => sql`${ofCompany()} and status = 'running'`,
    event: 'run.finished',
  },
  {
    what: 'the agents of a company whose budget is restored are released',
    fill: () => fillRoster('budget'),
    cause: () => budget('budget.restored'),
    table: sql`roster`,
    key: sql`agent_id`,
    which: () => sql`${ofCompany()} and hold_until is not null`,
  },
];

const countOf = async ({ table, which }: Effect): Promise<number> =>
  (
    await one<{ count: number }>(
      opened.stage.db,
      sql`select count(*)::integer as count from ${table} where ${which()}`,
    )
  ).count;

const openEffects = () =>
  many(
    opened.stage.db,
    sql`select name from bulk_effects where ${ofCompany()} order by name limit 9`,
  );

const eventsOf = (type: string) =>
  one(
    opened.stage.db,
    sql`
    select count(*)::integer as events, count(distinct entity_id)::integer as entities from events
    where ${ofCompany()} and type = ${type}`,
  );

/** Locks a row in the middle, and cuts off the step that waits for it. Returns what was left then. */
async function interrupt(effect: Effect): Promise<number> {
  const { table, key, which, cause } = effect;
  const admin = await opened.stage.admin();
  await none(admin, sql`begin`);
  await none(
    admin,
    sql`
    select from ${table} where ${key} = any(array(
      select ${key} from ${table} where ${which()} order by ${key} limit 1 offset ${ROWS / 2}
    )) for update`,
  );
  await cause();
  const cutOff = async () => {
    // Within a transaction Postgres shows the activity as of the first look.
    await one(admin, sql`select pg_stat_clear_snapshot()`);
    return many(
      admin,
      sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${REPLICA} and wait_event_type = 'Lock' order by pid limit 10`,
    );
  };
  await expect.poll(cutOff, COMPLETE).not.toEqual([]);
  const left = await countOf(effect);
  await none(admin, sql`commit`);
  return left;
}

describe('in steps that go on after an interruption, each row once', () => {
  it.each(effects)('$what', { timeout: TEST_MAX_MS }, async (effect) => {
    company = await opened.company();
    agent = await opened.agent(company.companyId, '', { status: 'paused' });
    await effect.fill();
    await trials.of(ROWS, async () => {
      const left = await interrupt(effect);
      expect(left).toBeGreaterThan(ROWS / 3);
      expect(left).toBeLessThan(ROWS);
      await expect.poll(openEffects, COMPLETE).toEqual([]);
      expect(await countOf(effect)).toBe(0);
      if (effect.event) {
        expect(await eventsOf(effect.event)).toEqual({ events: ROWS, entities: ROWS });
      }
    });
  });
});

it('gives the timers back in steps when the company is active again', async () => {
  company = await opened.company({ status: 'paused' });
  await fillRoster();
  await change('active');
  const timers = () =>
    one<{ count: number }>(
      opened.stage.db,
      sql`select count(*)::integer as count from schedules where ${ofCompany()}`,
    );
  await expect.poll(timers, COMPLETE).toEqual({ count: ROWS });
  await expect.poll(openEffects, COMPLETE).toEqual([]);
});

it('fires no timer of a paused company whose step has not come', async () => {
  company = await opened.company({ status: 'paused' });
  agent = await opened.agent(company.companyId, '');
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    values (${agent.agentId}, ${company.companyId}, 60, now() - interval '1 minute')`);
  const other = await opened.company();
  const woken = await opened.agent(other.companyId, '');
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    values (${woken.agentId}, ${other.companyId}, 60, now())
    on conflict (agent_id) do update set next_due_at = now()`);
  const wakesOf = (agentId: string) =>
    many(opened.stage.db, sql`select id from wakeups where agent_id = ${agentId} limit 2`);
  await expect.poll(() => wakesOf(woken.agentId), COMPLETE).toHaveLength(1);
  expect(await wakesOf(agent.agentId)).toEqual([]);
});
