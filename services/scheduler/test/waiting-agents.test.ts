import { newId } from '@muster/service-kit';
import { boardActor, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWaitingAgentsStep } from '../src/sweep/queue-waiting-agents.ts';
import { countLost } from '../src/store/run-sweep.ts';
import { listWaitingAgents } from '../src/store/wakes/wakeups.ts';
import { openScheduler, type Opened } from './open-scheduler.ts';

const PAUSED = 30;
const BACKLOG = 1_000;

describe('agents with waiting wake-ups', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    // Its own sweep sleeps: the test is the sweep.
    opened = await openScheduler({ WAKE_SWEEP_MS: '60000' });
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  const waits = async (agentId: string, wakes: number) =>
    (await opened.stage.admin()).run({
      text: `insert into wakeups (id, company_id, agent_id, cause, source, reason)
        select gen_random_uuid(), $1, $2, 'test:' || n, 'mention', 'test'
        from generate_series(1, $3) as n`,
      values: [companyId, agentId, wakes],
    });
  const runsOf = (agentId: string) =>
    opened.stage.as(boardActor()).listRuns({ companyId, agentId });

  it('get their runs although many agents that cannot run come before them', async () => {
    const paused: string[] = [];
    for (let number = 0; number < PAUSED; number++) {
      const { agentId } = await opened.agent(companyId, '', { status: 'paused' });
      await waits(agentId, BACKLOG);
      paused.push(agentId);
    }
    const { agentId } = await opened.agent(companyId, '');
    await waits(agentId, 1);
    await (await opened.stage.admin()).run({ text: 'vacuum analyze wakeups', values: [] });
    const queueWaiting = openWaitingAgentsStep(PAUSED / 2);
    const { runtime } = opened.stage.service;
    for (let turn = 0; turn < 2; turn++) {
      await queueWaiting({ runtime });
      expect(await runsOf(agentId)).toEqual([]);
    }
    await queueWaiting({ runtime });
    expect(await runsOf(agentId)).toHaveLength(1);

    // The next pass starts from the beginning: an agent that can run by then is found.
    const [first = ''] = paused.toSorted();
    await opened.stage.db.run({
      text: "update roster set status = 'idle' where agent_id = $1",
      values: [first],
    });
    await queueWaiting({ runtime });
    expect(await runsOf(first)).toHaveLength(1);
    expect(await listWaitingAgents(opened.stage.db, first, 2)).toMatchObject(
      paused
        .toSorted()
        .slice(1, 3)
        .map((id) => ({ agentId: id, canRun: false, isTerminated: false })),
    );
  });

  it('are found by an index, as are their lost runs, however many wake-ups wait', async () => {
    const { db } = opened.stage;
    const plan = await planOf(db, (asked) => listWaitingAgents(asked, newId(), 100));
    expect(plan).toContain('wakeups_pending');
    expect(plan).not.toContain('Seq Scan on wakeups');
    const of = { companyId, agentId: newId(), issueId: null, errorCode: 'worker_lost' };
    expect(await planOf(db, (asked) => countLost(asked, of, 600))).toContain(
      'runs_failed_by_company',
    );
  });
});
