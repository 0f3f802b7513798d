import { expect, it } from 'vitest';
import { outcomeClassOf } from './outcome-class.ts';

it.each([
  [200, 'ok'],
  [201, 'ok'],
  [303, 'ok'],
  [400, 'refused'],
  [409, 'refused'],
  [429, 'limited'],
  [500, 'fault'],
  [502, 'fault'],
  [503, 'unavailable'],
  [504, 'unavailable'],
] as const)('an answer of status %i is %s', (status, kind) => {
  expect(outcomeClassOf(status)).toBe(kind);
});
