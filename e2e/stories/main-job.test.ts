import { describe, expect, it } from 'vitest';
import { openClient } from '@muster/local/demo/api';
import { step } from '@muster/local/demo/steps';
import { playStory as playDemo } from '@muster/local/demo/story';
import { activityTrail, expectEffectsOnce } from '../checks/main-story-effects.ts';
import { createCompany } from '../fixtures/builders.ts';
import { faultsInNumbering, readActivity } from '../world/read-lists.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { playStory } from '../fixtures/main-story.ts';

const world = useSharedWorld();

describe('the main job', () => {
  it('goes from hire to done and booked cost, each step once in the activity log', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const ids = await playStory(world(), { companyId });
    await expectEffectsOnce(world(), ids);
    const activity = await readActivity(board, companyId);
    expect(activityTrail(activity, ids)).toEqual([
      'agent.hire_requested',
      'approval.created',
      'approval.approved',
      'agent.activated',
      'issue.created',
      'issue.checked_out',
      'issue.commented by agent',
      'issue → in_review',
      'issue.commented by user',
      'issue → done',
      'issue.commented by agent',
    ]);
  });

  it('is played by the demo with the example agent, step by step', async () => {
    const { stack, board, folder } = world();
    const steps: string[] = [];
    const ending = await playDemo(openClient(stack.baseUrl, stack.boardToken), {
      folder,
      companyName: 'Demonstration',
      on: ({ name }) => void steps.push(name),
    });
    expect(steps).toEqual(Object.values(step));
    expect(ending.runs.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(faultsInNumbering(await readActivity(board, ending.companyId))).toEqual({});
  });
});
