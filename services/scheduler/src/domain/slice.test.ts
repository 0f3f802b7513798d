import type { Usage } from '@muster/contracts';
import { expect, it } from 'vitest';
import { isSliceUsedUp } from './slice.ts';

const used = (costCents: number | null) => ({ costCents }) as Usage;

it.each([
  [50, 49, false],
  [50, 50, true],
  [50, 51, true],
  [0, 51, false],
])('of %i cents after %i it is used up: %s', (sliceCents, costCents, is) => {
  expect(isSliceUsedUp(sliceCents, used(costCents))).toBe(is);
});

it('treats an unknown price as used up where there is a limit', () => {
  expect(isSliceUsedUp(50, used(null))).toBe(true);
  expect(isSliceUsedUp(0, used(null))).toBe(false);
});
