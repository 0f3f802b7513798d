import { activityTrail, expectOnce } from '../harness/books.ts';
import { foundCompany } from '../harness/builders.ts';
import { readActivity } from '../harness/log.ts';
import { useWorld } from '../harness/stack.ts';
import { playStory } from '../harness/story.ts';
import { describe, expect, test } from 'vitest';

const world = useWorld();

describe('the main job', () => {
  test('goes from hire to done and booked cost, each step once in the activity log', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const cast = await playStory(world(), { companyId });
    await expectOnce(world(), cast);
    const activity = await readActivity(board, companyId);
    expect(activityTrail(activity, cast)).toEqual([
      'agent.hire_requested', 'approval.created', 'approval.approved', 'agent.activated',
      'issue.created', 'issue.checked_out', 'issue.commented by agent', 'issue → in_review',
      'issue.commented by user', 'issue → done', 'issue.commented by agent',
    ]);
  });
});
