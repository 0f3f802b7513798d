import { afterAll, describe, expect, test } from 'vitest';
import { serverDisasters } from '../harness/disasters.ts';
import { lengthOf } from '../harness/length.ts';
import { newTrials, note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import { survive } from '../harness/survival.ts';

const TIMES = lengthOf({ full: 3, short: 1 });

const world = useWorld();
const tried = serverDisasters.map((disaster) => ({ ...disaster, trials: newTrials() }));
afterAll(() => {
  // Where there is no Redis, nothing was done to it.
  const done = tried.filter(({ promise }) => promise !== 'P7' || world().stack.redisUrl);
  note(...done.map(({ what, promise, at, trials }) => {
    const shown = trials.shown();
    return {
      promise, by: `e2e/kill/servers: ${what}`, faults: shown.trials, ...shown,
      how: `the main job, ${TIMES} ×, struck when ${at.join(', ')}`,
    };
  }));
});

describe('the main job comes to its end, each effect once', () => {
  test.each(tried)('when $what', { repeats: TIMES - 1 }, async (disaster) => {
    const { at, trials } = disaster;
    await expect(trials.of(at.length, () => survive(world(), disaster)))
      .resolves.toBeGreaterThan(0);
  });
});
