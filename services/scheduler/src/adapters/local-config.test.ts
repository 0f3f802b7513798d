import { expect, it } from 'vitest';
import { limitsOf } from './local-config.ts';

it('takes the limits of a configuration, and no limit of silence where it has none', () => {
  expect(limitsOf({ timeoutSec: 5, graceSec: 1, idleSec: 2 })).toStrictEqual({
    timeoutSec: 5,
    graceSec: 1,
    idleSec: 2,
  });
  expect(limitsOf({})).toStrictEqual({ timeoutSec: 900, graceSec: 15 });
});

it.each([0, -1, '5', null, 86_401])('lets nothing be limited by an idleSec of %j', (idleSec) => {
  expect(limitsOf({ idleSec }).idleSec).toBeUndefined();
});
