import { afterAll, describe, expect, test } from 'vitest';
import { serviceDisasters } from '../harness/disasters.ts';
import { lengthOf } from '../harness/length.ts';
import { newTrials, note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import { survive } from '../harness/survival.ts';

const TIMES = lengthOf({ full: 2, short: 1 });

const world = useWorld();
const trials = newTrials();
let acknowledged = 0;
let strikes = 0;
afterAll(() => note({
  promise: 'P1', by: 'e2e/kill/services', trials: acknowledged, faults: strikes,
  violations: trials.shown().violations,
  how: `the main job, ${TIMES} × for each service, all of whose processes are killed`,
}));

describe('the main job comes to its end, each effect once', () => {
  test.each(serviceDisasters)('when $what', { repeats: TIMES - 1 }, async (disaster) => {
    strikes += disaster.at.length;
    const there = await trials.of(1, () => survive(world(), disaster));
    expect(there).toBeGreaterThan(0);
    acknowledged += there;
  });
});
