import { expect, it } from 'vitest';
import { counted } from './count.ts';

it('counts things in words', () => {
  expect([0, 1, 2, 1_204].map((count) => counted(count, 'agent'))).toEqual([
    '0 agents',
    '1 agent',
    '2 agents',
    '1,204 agents',
  ]);
});
