/** The main story with a fault in it, while two agents write comments in the background. */
import { expect } from 'vitest';
import { expectEffectsOnce } from '../checks/main-story-effects.ts';
import { createCompany } from '../fixtures/builders.ts';
import { playStory } from '../fixtures/main-story.ts';
import { startBackgroundWrites } from '../requests/background-writes.ts';
import type { World } from '../world/use-world.ts';
import type { StoryFault } from './story-faults.ts';

/** Answers with the number of acknowledged background writes, all of which were found again. */
export async function surviveFault(
  world: World,
  { at, strike }: Pick<StoryFault, 'at' | 'strike'>,
): Promise<number> {
  const { id: companyId } = await createCompany(world.board);
  const writes = await startBackgroundWrites(world, companyId);
  const struckAt: string[] = [];
  const ids = await playStory(world, {
    companyId,
    onStep: async (step) => {
      if (!at.includes(step)) return;
      await strike(world);
      struckAt.push(step);
    },
  });
  const acknowledged = await writes.stop();
  await world.stack.whenReady();
  expect(struckAt).toEqual(at);
  await expectEffectsOnce(world, ids);
  const found = await writes.read();
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(found.toSorted(byId)).toEqual(acknowledged.toSorted(byId));
  return acknowledged.length;
}
