import { openTrials, recordTrials, lengthOf } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { useWorld } from '../world/use-world.ts';
import { serviceFaults } from './story-faults.ts';
import { surviveFault } from './survive-fault.ts';

const TIMES = lengthOf({ full: 2, short: 1 });

const world = useWorld();
const trials = openTrials();
let acknowledged = 0;
let strikes = 0;
afterAll(() =>
  recordTrials({
    promise: 'P1',
    by: 'e2e/kill/services',
    trials: acknowledged,
    faults: strikes,
    violations: trials.result().violations,
    how: `the main job, ${TIMES} × for each service, all of whose processes are killed`,
  }),
);

describe('the main job completes, with each effect once', () => {
  it.each(serviceFaults)('when $name', { repeats: TIMES - 1 }, async (fault) => {
    strikes += fault.at.length;
    const found = await trials.of(1, () => surviveFault(world(), fault));
    expect(found).toBeGreaterThan(0);
    acknowledged += found;
  });
});
