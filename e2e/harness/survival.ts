/** A story in which something happens to the system, beside a small load of other writes. */
import { expect } from 'vitest';
import { expectOnce } from './books.ts';
import { foundCompany } from './builders.ts';
import type { Disaster } from './disasters.ts';
import { startLoad } from './load.ts';
import type { World } from './stack.ts';
import { playStory } from './story.ts';

/** How many writes of the load were acknowledged, all of which are there. */
export async function survive(world: World, { at, strike }: Disaster): Promise<number> {
  const { id: companyId } = await foundCompany(world.board);
  const load = await startLoad(world, companyId);
  const struck: string[] = [];
  const cast = await playStory(world, {
    companyId,
    onStep: async (step) => {
      if (!at.includes(step)) return;
      await strike(world);
      struck.push(step);
    },
  });
  const acknowledged = await load.stop();
  await world.stack.whenReady();
  expect(struck).toEqual(at);
  await expectOnce(world, cast);
  const there = await load.read();
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(there.toSorted(byId)).toEqual(acknowledged.toSorted(byId));
  return acknowledged.length;
}
