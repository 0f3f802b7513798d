import { none, sql, type Statement } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openParts } from '../src/local-signals.ts';
import { queueAgentsOfEndedHolds } from '../src/sweep/queue-waiting-agents.ts';
import { fireDueTimers } from '../src/sweep/fire-due-timers.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

/** More than a page holds. */
const FAILING = 250;

let opened: Opened;
const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);
/** Companies that come before all others, with an agent each. */
const failing = sql`company_id < '00000000-0000-7000-9000-000000000000'`;

beforeAll(async () => {
  // Its own sweep sleeps, and no worker takes a run.
  opened = await openScheduler({ WAKE_SWEEP_MS: '60000', RUN_CONCURRENCY: '0' });
  await run(sql`
    insert into companies (company_id, status, version)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'active', 1
    from generate_series(1, ${FAILING}) n`);
  await run(sql`
    insert into roster (
      agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
      wake_on_demand, hold_until, version
    )
    select gen_random_uuid(), company_id, 'Agent', 'agent', 'idle', 'process', true, 300, true,
      now() - interval '1 hour', 1
    from companies where ${failing}`);
  await run(sql`
    insert into schedules (agent_id, company_id, interval_sec, next_due_at)
    select agent_id, company_id, 300, now() - interval '1 hour' from roster where ${failing}`);
  // What they are woken by cannot be stored, nor what they have waited for.
  await run(sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'this company fails';
    end $$`);
  await run(sql`
    create trigger refuse before insert on wakeups for each row
    when (new.${failing}) execute function refuse()`);
  await run(sql`
    create trigger refuse before update on roster for each row
    when (new.${failing}) execute function refuse()`);
});
afterAll(() => opened.close());

it('do not keep the timers of later ones from being fired', async () => {
  const { companyId } = await opened.company();
  const { agentId } = await opened.agent(companyId, '', {
    runtimeConfig: {
      heartbeat: { enabled: true, intervalSec: 300, wakeOnDemand: true, maxConcurrentRuns: 1 },
    },
  });
  await run(sql`
    update schedules set next_due_at = now() - interval '1 second' where agent_id = ${agentId}`);
  await fireDueTimers({ runtime: opened.stage.service.runtime, ...openParts() })();
  const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  expect(runs).toMatchObject([{ source: 'timer', status: 'queued' }]);
});

it('do not keep agents of later ones from their runs when a hold has ended', async () => {
  const { companyId } = await opened.company();
  const { agentId } = await opened.agent(companyId, '');
  await run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason)
    values (gen_random_uuid(), ${companyId}, ${agentId}, 'test', 'mention', 'test')`);
  await run(sql`
    update roster set hold_until = now() - interval '1 second' where agent_id = ${agentId}`);
  await queueAgentsOfEndedHolds(opened.stage.service.runtime)();
  const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
  expect(runs).toMatchObject([{ status: 'queued' }]);
});
