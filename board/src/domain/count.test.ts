import { expect, it } from 'vitest';
import { counted, percent, shares } from './count.ts';

it('counts things in words', () => {
  expect([0, 1, 2, 1_204].map((count) => counted(count, 'agent'))).toEqual([
    '0 agents',
    '1 agent',
    '2 agents',
    '1,204 agents',
  ]);
});

it('writes a part as a percentage, and only the whole as all of it', () => {
  expect([percent(0, 3), percent(29, 100), percent(999, 1_000), percent(3, 3)]).toEqual([
    '0%',
    '29%',
    '99%',
    '100%',
  ]);
});

it('rounds shares so that they add up', () => {
  expect(shares([51.5, 48.5], 100)).toEqual(['52%', '48%']);
  expect(shares([1, 1, 1], 3)).toEqual(['34%', '33%', '33%']);
  expect(shares([2, 1], 3)).toEqual(['67%', '33%']);
  expect(shares([600, 300], 1_000)).toEqual(['60%', '30%']);
  expect(shares([], 0)).toEqual([]);
});
