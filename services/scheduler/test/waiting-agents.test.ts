import { agents } from '@muster/contracts';
import { newId, none, sql, type Statement } from '@muster/service-kit';
import { boardActor, pagesOf, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  queueAgentsOfEndedHolds,
  queueAllWaitingAgents,
  queueNewlyWaitingAgents,
} from '../src/sweep/queue-waiting-agents.ts';
import { findDueWork } from '../src/store/due-work.ts';
import { listEndedHolds } from '../src/store/waits/holds.ts';
import { countLost } from '../src/store/runs/run-sweep.ts';
import { listNewlyWaiting, listWaitingAgents } from '../src/store/wakes/waiting-agents.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const PAUSED = 30;
const BACKLOG = 1_000;
const DORMANT = 5_000;
/** Of an index with as many rows, from the root to a leaf, and some more for the catalogue. */
const PAGES_MAX = 12;

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  // Its own sweep sleeps: the test is the sweep. Runs wait in the queue.
  opened = await openScheduler({ WAKE_SWEEP_MS: '60000', RUN_CONCURRENCY: '0' });
});
afterAll(() => opened.close());
beforeEach(async () => void ({ companyId } = await opened.company()));

const run = async (statement: Statement): Promise<void> =>
  none(await opened.stage.admin(), statement);
/** Wake-ups that have waited for long. */
const waits = (agentId: string, wakes: number, at: Statement = sql`now() - interval '1 hour'`) =>
  run(sql`
    insert into wakeups (id, company_id, agent_id, cause, source, reason, created_at)
    select gen_random_uuid(), ${companyId}::uuid, ${agentId}::uuid, 'test:' || n, 'mention', 'test',
      ${at}
    from generate_series(1, ${wakes}) as n`);
const runsOf = (agentId: string) => opened.stage.as(boardActor()).listRuns({ companyId, agentId });
/** The sweep without the look at all agents. */
const sweep = async (): Promise<void> => {
  const { runtime } = opened.stage.service;
  await queueAgentsOfEndedHolds(runtime)();
  await queueNewlyWaitingAgents(runtime)();
};

describe('an agent with waiting wake-ups gets its run', () => {
  it.each([
    ['a hold has ended', sql`hold_until = now() - interval '1 second', hold_reason = 'budget'`],
    ['its quota has begun again', sql`not_before = now() - interval '1 second'`],
    [
      'both have ended, one after the other',
      sql`hold_until = now() - interval '1 hour', not_before = now() - interval '1 second'`,
    ],
  ])('when %s, once', async (_, ended) => {
    const { agentId } = await opened.agent(companyId, '');
    await waits(agentId, 1);
    await run(sql`update roster set ${ended} where agent_id = ${agentId}`);
    await sweep();
    expect(await runsOf(agentId)).toHaveLength(1);
    const { runtime } = opened.stage.service;
    expect(await listEndedHolds(runtime.db, undefined, 10)).toEqual([]);
  });

  it('not while another hold lasts', async () => {
    const { agentId } = await opened.agent(companyId, '');
    await waits(agentId, 1);
    await run(sql`
      update roster set hold_until = now() - interval '1 second',
        not_before = now() + interval '1 second'
      where agent_id = ${agentId}`);
    await sweep();
    expect(await runsOf(agentId)).toEqual([]);
    await expect
      .poll(async () => {
        await sweep();
        return runsOf(agentId);
      })
      .toHaveLength(1);
  });

  it('when its company is active again, however many wake-ups wait', async () => {
    const company = await opened.company();
    ({ companyId } = company);
    const set = (status: 'active' | 'paused', version: number) =>
      opened.receive(agents, 'company.updated', {
        companyId,
        entityId: companyId,
        payload: { ...company, status, version },
      });
    const { agentId } = await opened.agent(companyId, '');
    await set('paused', 2);
    // More than one statement reads.
    await waits(agentId, BACKLOG);
    const { agentId: other } = await opened.agent(companyId, '');
    await waits(other, 1);
    await sweep();
    expect(await runsOf(agentId)).toEqual([]);
    await set('active', 3);
    expect(await runsOf(agentId)).toHaveLength(1);
    expect(await runsOf(other)).toHaveLength(1);
  });

  it('when the scheduler learns of the agent after its wake-up', async () => {
    const { agentId } = await opened.agent(companyId, '', { status: 'pending_approval' });
    await waits(agentId, 1);
    const { stage } = opened;
    const activate = await opened.agent(companyId, '', { agentId, status: 'idle', version: 2 });
    expect(activate.agentId).toBe(agentId);
    expect(await stage.as(boardActor()).listRuns({ companyId, agentId })).toHaveLength(1);
  });

  it('when its queued run is cancelled and another wake-up has come since', async () => {
    const { agentId } = await opened.agent(companyId, '');
    const first = await opened.wake(agentId);
    await waits(agentId, 1);
    await opened.stage.as(boardActor()).cancelRun({ runId: first.id });
    await sweep();
    expect((await runsOf(agentId)).map(({ status }) => status)).toEqual(['queued', 'cancelled']);
  });

  it('when what kept it from a run ended while it was woken', async () => {
    const { agentId } = await opened.agent(companyId, '');
    await waits(agentId, 1, sql`now() - interval '30 seconds'`);
    await sweep();
    expect(await runsOf(agentId)).toHaveLength(1);
  });

  it('although many agents that cannot run come before it, by the look at all', async () => {
    const paused: string[] = [];
    for (let number = 0; number < PAUSED; number++) {
      const { agentId } = await opened.agent(companyId, '', { status: 'paused' });
      await waits(agentId, BACKLOG);
      paused.push(agentId);
    }
    const { agentId } = await opened.agent(companyId, '');
    await waits(agentId, 1);
    await run(sql`vacuum analyze wakeups`);
    const { runtime } = opened.stage.service;
    const look = queueAllWaitingAgents(runtime, PAUSED / 2);
    // The agents of the tests before come first.
    await expect
      .poll(
        async () => {
          await look();
          return runsOf(agentId);
        },
        { interval: 1 },
      )
      .toHaveLength(1);

    // The next round starts from the beginning: an agent that can run by then is found.
    const [first = ''] = paused.toSorted();
    await run(sql`update roster set status = 'idle' where agent_id = ${first}`);
    await expect
      .poll(
        async () => {
          await look();
          return runsOf(first);
        },
        { interval: 1 },
      )
      .toHaveLength(1);
    expect(await listWaitingAgents(opened.stage.db, first, 2)).toMatchObject(
      paused
        .toSorted()
        .slice(1, 3)
        .map((id) => ({ agentId: id, canRun: false, isTerminated: false })),
    );
  });
});

describe('the sweep', () => {
  it('reads no agent that is dormant', async () => {
    await run(sql`
      with dormant as (
        insert into roster (
          agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled,
          interval_sec, wake_on_demand, hold_until, hold_reason, version
        )
        select gen_random_uuid(), ${companyId}::uuid, 'Agent ' || n, 'dormant-' || n,
          case when n % 2 = 0 then 'paused' else 'idle' end, 'process', false, 300, true,
          case when n % 2 = 1 then 'infinity'::timestamptz end,
          case when n % 2 = 1 then 'loop' end, 1
        from generate_series(1, ${DORMANT}) n
        returning agent_id
      )
      insert into wakeups (id, company_id, agent_id, cause, source, reason, created_at)
      select gen_random_uuid(), ${companyId}::uuid, agent_id, 'dormant', 'mention', 'test',
        now() - interval '1 hour'
      from dormant`);
    await run(sql`vacuum analyze wakeups`);
    await run(sql`vacuum analyze roster`);
    const { db } = opened.stage;
    const looking = (on: typeof db) => findDueWork(on).catch(() => undefined);
    expect(await pagesOf(db, looking)).toBeLessThan(3 * PAGES_MAX);
    expect(await pagesOf(db, (on) => listEndedHolds(on, undefined, 200))).toBeLessThan(PAGES_MAX);
    const newly = (on: typeof db) => listNewlyWaiting(on, 40, undefined, 200);
    expect(await pagesOf(db, newly)).toBeLessThan(PAGES_MAX);
    // What it would read if it looked at each.
    expect(await pagesOf(db, (on) => listWaitingAgents(on, undefined, 200))).toBeGreaterThan(
      10 * PAGES_MAX,
    );
  });

  it('finds waiting agents and lost runs by an index, however many wake-ups wait', async () => {
    const { db } = opened.stage;
    const plan = await planOf(db, (asked) => listWaitingAgents(asked, newId(), 100));
    expect(plan).toContain('wakeups_pending');
    expect(plan).not.toContain('Seq Scan on wakeups');
    const newly = await planOf(db, (asked) => listNewlyWaiting(asked, 40, undefined, 100));
    expect(newly).toContain('wakeups_newly_pending');
    expect(await planOf(db, (asked) => listEndedHolds(asked, undefined, 100))).toContain(
      'roster_by_end_of_hold',
    );
    const of = { companyId, agentId: newId(), issueId: null, errorCode: 'worker_lost' };
    expect(await planOf(db, (asked) => countLost(asked, of, 600))).toContain(
      'runs_failed_by_company',
    );
  });
});
