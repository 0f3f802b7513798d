/** The effects that the main story must have in a company, whatever faults struck. */
import {
  Agent,
  agents,
  approvals,
  billing,
  Comment,
  issues,
  Run,
  type Activity,
} from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect } from 'vitest';
import { countActions, faultsInNumbering, readActivity, readAll } from '../world/read-lists.ts';
import type { World } from '../world/use-world.ts';
import type { StoryIds } from '../fixtures/main-story.ts';

/** Actions of the activity log that occur exactly once. */
const ONCE = [
  'agent.hire_requested',
  'approval.created',
  'approval.approved',
  'agent.activated',
  'issue.checked_out',
];
const OF_THE_STORY: ReadonlySet<string> = new Set([...ONCE, 'issue.created']);

/** Expects each effect of the story exactly once. */
export async function expectEffectsOnce(world: World, ids: StoryIds): Promise<void> {
  const { board } = world;
  const { companyId, engineerId, approvalId, issueId } = ids;
  const issue = await board.call(issues, 'getIssue', { issueId });
  expect(issue).toMatchObject({ status: 'done', assigneeAgentId: engineerId });
  const asked = await board.call(approvals, 'listApprovals', { companyId });
  expect(asked).toMatchObject([{ id: approvalId, status: 'approved' }]);
  const staff = await readAll(board, `/api/companies/${companyId}/agents`, Agent);
  expect(staff.filter(({ name }) => name === 'Grace Hopper')).toMatchObject([{ id: engineerId }]);
  await expectOneCommentPerHeartbeat(world, ids);
  await expectEqualSums(world, ids);
  const activity = await readActivity(board, companyId);
  expect(faultsInNumbering(activity)).toEqual({});
  const ofStory = activity.filter(
    ({ action, entityId }) => action !== 'issue.checked_out' || entityId === issueId,
  );
  expect(Object.fromEntries(ONCE.map((action) => [action, countActions(ofStory, action)]))).toEqual(
    Object.fromEntries(ONCE.map((action) => [action, 1])),
  );
}

async function expectOneCommentPerHeartbeat({ board }: World, ids: StoryIds): Promise<void> {
  const comments = await readAll(board, `/api/issues/${ids.issueId}/comments`, Comment);
  const own = comments.filter(({ authorAgentId }) => authorAgentId === ids.engineerId);
  const runs = own.map(({ runId }) => runId);
  expect(runs).not.toContain(null);
  expect(new Set(runs).size).toBe(runs.length);
  expect(own.filter(({ body }) => body === 'It is done.')).toHaveLength(1);
  expect(comments.filter(({ authorUserId }) => authorUserId !== null)).toHaveLength(1);
}

/** The company and the agent have spent the sum of what the runs reported. */
async function expectEqualSums({ board }: World, ids: StoryIds): Promise<void> {
  const { companyId, engineerId } = ids;
  const runs = await readAll(board, `/api/companies/${companyId}/heartbeat-runs`, Run);
  const reported = runs.reduce((sum, { usage }) => sum + (usage?.costCents ?? 0), 0);
  expect(reported).toBeGreaterThan(0);
  const booked = async () => {
    const { spendCents } = await board.call(billing, 'getCostSummary', { companyId });
    const { spentMonthlyCents } = await board.call(agents, 'getAgent', { agentId: engineerId });
    return { spendCents, spentMonthlyCents };
  };
  await until(`${reported} booked cents`, async () => {
    const { spendCents, spentMonthlyCents } = await booked();
    return (spendCents === reported && spentMonthlyCents === reported) || undefined;
  });
}

/** The steps of the story in the activity log, oldest first. */
export function activityTrail(
  activity: readonly Activity[],
  { engineerId, approvalId, issueId }: StoryIds,
): string[] {
  const about = new Set([engineerId, approvalId, issueId]);
  return activity
    .filter(({ entityId }) => about.has(entityId))
    .toReversed()
    .flatMap(({ action, actorType, details }) => {
      if (action === 'issue.commented') return [`${action} by ${actorType}`];
      if (action !== 'issue.updated') return OF_THE_STORY.has(action) ? [action] : [];
      const { changes } = details as { changes?: { status?: { to: string } } };
      return changes?.status === undefined ? [] : [`issue → ${changes.status.to}`];
    });
}
