import { describe, expect, test } from 'vitest';
import { serviceDisasters } from '../harness/disasters.ts';
import { useWorld } from '../harness/stack.ts';
import { survive } from '../harness/survival.ts';

const world = useWorld();

describe('the main job comes to its end, each effect once', () => {
  test.each(serviceDisasters)('when $what', async (disaster) => {
    await expect(survive(world(), disaster)).resolves.toBeUndefined();
  });
});
