import { many, newId, none, one, sql, type Statement } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseNextBudgetHolds } from '../src/store/waits/holds.ts';
import { lockNextAgents } from '../src/store/roster.ts';
import { beginNextChains, failNextWakes, findLastWaiting } from '../src/store/wakes/wakeups.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

let opened: Opened;
beforeAll(async () => {
  opened = await openScheduler({ RUN_CONCURRENCY: '0' });
});
afterAll(() => opened.close());

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);

it('leaves the chains of wake-ups that come after the resumption as they are', async () => {
  const { db } = opened.stage;
  const { companyId } = await opened.company({ status: 'paused' });
  const { agentId } = await opened.agent(companyId, '', { status: 'paused' });
  const of = { companyId, agentId };
  // Ids of one millisecond have no order.
  const ids = [newId(), newId(), newId()].toSorted((a, b) => a.localeCompare(b));
  const [first = '', second = '', third = ''] = ids;
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, hops, root_id)
    select id, ${of.companyId}::uuid, ${of.agentId}::uuid, id::text, 'automation', 'test', 3,
      ${newId()}::uuid
    from unnest(${[first, second]}::uuid[]) id`);
  expect(await findLastWaiting(db, of)).toBe(second);
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, hops, root_id)
    values (${third}, ${of.companyId}, ${of.agentId}, 'later', 'automation', 'test', 4, ${newId()})`);
  const range = { ...of, after: first, until: second, limit: 10 };
  expect(await beginNextChains(db, range)).toEqual([second]);
  const hops = await many(
    db,
    sql`select hops from wakeups where agent_id = ${of.agentId} order by id limit 3`,
  );
  expect(hops).toEqual([{ hops: 3 }, { hops: 0 }, { hops: 4 }]);
});

it('finds the rows of a step by an index, in its order', async () => {
  // Agents of three companies, as the planner finds them in production. The wake-ups are of five
  // agents of one company: five of random companies would leave the plan to chance.
  const companyIds = [newId(), newId(), newId()];
  await run(sql`
    insert into roster (
      agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
      wake_on_demand, hold_until, hold_reason, version
    )
    select gen_random_uuid(), c.id, 'Agent', 'agent-' || n, 'idle', 'process', true, 300, false,
      case when n % 10 = 0 then 'infinity'::timestamptz end,
      case when n % 10 = 0 then 'budget' end, 1
    from generate_series(1, 1000) n
    cross join unnest(${companyIds}::uuid[]) as c (id)`);
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, status)
    select gen_random_uuid(), company_id, agent_id, 'cause-' || n, 'timer', 'test',
      case when n % 2 = 0 then 'pending' else 'delivered' end
    from (
      select company_id, agent_id from roster where company_id = ${companyIds[0]} limit 5
    ) r, generate_series(1, 1000) n`);
  await run(sql`analyze roster, wakeups`);
  const { db } = opened.stage;
  const waiting = await one<{ companyId: string; agentId: string }>(
    db,
    sql`select company_id, agent_id from wakeups where cause = 'cause-2' order by id limit 1`,
  );
  const next = { ...waiting, after: newId(), limit: 200 };
  const plans = {
    roster_in_order: await planOf(db, (asked) => lockNextAgents(asked, next)),
    roster_held: await planOf(db, (asked) => releaseNextBudgetHolds(asked, next)),
    wakeups_pending: await planOf(db, (asked) => failNextWakes(asked, next)),
  };
  for (const [index, plan] of Object.entries(plans)) {
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  }
  const begun = await planOf(db, (asked) => beginNextChains(asked, { ...next, until: newId() }));
  expect(begun).toContain('wakeups_pending');
  expect(await planOf(db, (asked) => findLastWaiting(asked, next))).toContain(
    'Index Scan Backward using wakeups_pending',
  );
});
