import { openTrials, recordTrials, lengthOf } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { useWorld } from '../world/use-world.ts';
import { serverFaults } from './story-faults.ts';
import { surviveFault } from './survive-fault.ts';

const TIMES = lengthOf({ full: 3, short: 1 });

const world = useWorld();
const tried = serverFaults.map((fault) => ({ ...fault, trials: openTrials() }));
afterAll(() => {
  // Without Redis its faults hit nothing, and prove nothing.
  const done = tried.filter(({ promise }) => promise !== 'P7' || world().stack.redisUrl);
  recordTrials(
    ...done.map(({ name, promise, at, trials }) => {
      const shown = trials.result();
      return {
        promise,
        by: `e2e/kill/servers: ${name}`,
        faults: shown.trials,
        ...shown,
        how: `the main job, ${TIMES} ×, struck when ${at.join(', ')}`,
      };
    }),
  );
});

describe('the main job completes, with each effect once', () => {
  it.each(tried)('when $name', { repeats: TIMES - 1 }, async (fault) => {
    const { at, trials } = fault;
    await expect(trials.of(at.length, () => surviveFault(world(), fault))).resolves.toBeGreaterThan(
      0,
    );
  });
});
