/** Events that are applied again after their wake-ups were deleted for their age. */
import { issues } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { anIssue, boardActor, replay } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

const DAYS = 30;

let opened: Opened;
beforeAll(async () => {
  opened = await openScheduler({ RETENTION_WAKEUPS_DAYS: `${DAYS}` });
});
afterAll(() => opened.close());

/** A company whose log begins with a mention of an agent, which has run for it. */
async function woken() {
  const { stage } = opened;
  const { companyId } = await opened.company();
  const { agentId } = await opened.agent(companyId, '');
  const issueId = newId();
  await opened.receive(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: {
      ...anIssue({ issueId, assigneeAgentId: null }),
      commentId: newId(),
      excerpt: 'Look',
      mentions: [{ agentId, name: 'A', woken: true, reason: null }],
    },
  });
  const runsOf = () => stage.as(boardActor()).listRuns({ companyId, agentId });
  const [run] = await runsOf();
  await opened.finished(run?.id ?? '');
  const { service } = await stage.standIn(issues);
  const again = async (days: number) => {
    // As their retention has done.
    await none(stage.db, sql`delete from wakeups where company_id = ${companyId}`);
    await none(
      service.runtime.db,
      sql`
      update events set occurred_at = now() - make_interval(secs => ${days * 86_400})
      where company_id = ${companyId}`,
    );
    await replay(stage, { producer: 'issues', companyId, reaction: 'wakeByIssues' });
  };
  const skipped = () =>
    stage.db.run({
      text: 'select reason, count from skips where agent_id = $1 order by reason limit 10',
      values: [agentId],
    });
  return { runsOf, again, skipped };
}

describe('an event that comes again', () => {
  it('starts no paid run where its wake-up may have been deleted, and says why', async () => {
    const { runsOf, again, skipped } = await woken();
    await again(DAYS + 1);
    expect(await runsOf()).toHaveLength(1);
    expect(await skipped()).toEqual([{ reason: 'event_too_old', count: 1 }]);
  });

  it('wakes its agent where no wake-up of it was deleted for its age', async () => {
    const { runsOf, again, skipped } = await woken();
    await again(DAYS - 1);
    expect(await runsOf()).toHaveLength(2);
    expect(await skipped()).toEqual([]);
  });
});
