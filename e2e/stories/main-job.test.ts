import { describe, expect, test } from 'vitest';
import { openApi } from '../../tools/demo/api.ts';
import { step } from '../../tools/demo/steps.ts';
import { playStory as playDemo } from '../../tools/demo/story.ts';
import { activityTrail, expectOnce } from '../harness/books.ts';
import { foundCompany } from '../harness/builders.ts';
import { faultsOf, readActivity } from '../harness/log.ts';
import { useCommonWorld } from '../harness/stack.ts';
import { playStory } from '../harness/story.ts';

const world = useCommonWorld();

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

  test('is shown by the demo with the example agent, step by step', async () => {
    const { stack, board, folder } = world();
    const steps: string[] = [];
    const ending = await playDemo(openApi(stack.baseUrl, stack.boardToken), {
      folder,
      companyName: 'Demonstration',
      on: ({ name }) => void steps.push(name),
    });
    expect(steps).toEqual(Object.values(step));
    expect(ending.runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(faultsOf(await readActivity(board, ending.companyId))).toEqual({});
  });
});
