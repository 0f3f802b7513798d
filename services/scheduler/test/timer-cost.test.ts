/** What the clock costs while nobody has anything to do: due times, skips, next due times. */
import { readFileSync } from 'node:fs';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParts } from '../src/local-signals.ts';
import { fireDueTimers } from '../src/sweep/fire-due-timers.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const AGENTS = 10_000;
const COMPANIES = 20;
const INTERVAL_SEC = 300;
/** Seconds of the clock that are played, one sweep each, as fast as they go. */
const SECONDS = 60;
/** As many as have waited for a scheduler that was away. */
const LATE = 3_000;
/** Of the kernel's clock for processes. */
const TICK_MS = 10;
/** Of one core, by this process and by Postgres. */
const SHARE_MAX = 0.03;

function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    // The connection of another test, which has ended since Postgres listed it.
    return 0;
  }
}

describe('the timers of many agents', { timeout: 120_000 }, () => {
  let opened: Opened;
  beforeAll(async () => {
    // Its own sweep sleeps: the test is the clock.
    opened = await openScheduler({ WAKE_SWEEP_MS: '60000', RUN_CONCURRENCY: '0' });
  });
  afterAll(() => opened.close());

  /** What this process and the connections of Postgres have computed so far. */
  const computedMs = async (): Promise<number> => {
    const { user, system } = process.cpuUsage();
    const connections = await opened.stage.db.run<{ pid: number }>({
      text: 'select pid from pg_stat_activity where usename is not null',
      values: [],
    });
    const ticks = connections.map(({ pid }) => ticksOf(pid));
    return (user + system) / 1_000 + ticks.reduce((sum, one) => sum + one, 0) * TICK_MS;
  };

  it(`cost less than ${SHARE_MAX * 100} % of a core`, async () => {
    const admin = await opened.stage.admin();
    for (let number = 0; number < COMPANIES; number++) {
      const { companyId } = await opened.company();
      const agentIds = Array.from({ length: AGENTS / COMPANIES }, () => newId());
      await admin.run({
        text: `insert into schedules (
            agent_id, company_id, interval_sec, next_due_at, skip_when_idle
          )
          select id, $2, $3::integer,
            now() + make_interval(
              secs => ((n * $6::int + $4::int) * $3::integer)::float8 / $5::int + 3600
            ), true
          from unnest($1::uuid[]) with ordinality as a (id, n)`,
        values: [agentIds, companyId, INTERVAL_SEC, number, AGENTS, COMPANIES],
      });
    }
    await admin.run({ text: 'analyze schedules', values: [] });
    const { runtime } = opened.stage.service;
    const fire = fireDueTimers({ runtime, ...openParts() });
    let spentMs = 0;
    for (let second = 0; second < SECONDS; second++) {
      await admin.run({
        text: `update schedules set next_due_at = least(next_due_at, now())
          where next_due_at <= (select now() + make_interval(secs => 3600 + $1::float8))
            and next_due_at > now() + interval '1 hour'`,
        values: [second],
      });
      const before = await computedMs();
      await fire();
      spentMs += (await computedMs()) - before;
    }
    const share = spentMs / (SECONDS * 1_000);
    const [skipped] = await opened.stage.db.run<{ count: number }>({
      text: "select sum(count)::integer as count from skips where reason = 'nothing_to_do'",
      values: [],
    });
    process.stdout.write(
      `${AGENTS} agents: ${(share * 100).toFixed(2)} % of a core, ` +
        `${skipped?.count} timers in ${SECONDS} s of their time\n`,
    );
    expect(skipped?.count).toBeGreaterThan((AGENTS / INTERVAL_SEC) * SECONDS * 0.9 - COMPANIES);
    expect(share).toBeLessThan(SHARE_MAX);
  });

  it('are fired by the thousands after an outage', async () => {
    const admin = await opened.stage.admin();
    await admin.run({
      text: `update schedules set next_due_at = now() where agent_id in (
        select agent_id from schedules order by agent_id limit ${LATE}
      )`,
      values: [],
    });
    await fireDueTimers({ runtime: opened.stage.service.runtime, ...openParts() })();
    const [due] = await opened.stage.db.run<{ count: number }>({
      text: 'select count(*)::integer as count from schedules where next_due_at <= now()',
      values: [],
    });
    expect(due?.count).toBe(0);
  });
});
