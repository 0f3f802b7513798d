import type { RoutineClock } from '@muster/contracts';
import { expect, it } from 'vitest';
import { filled, requireVariables, valuesOf } from './variables.ts';

const byHand: RoutineClock = { kind: 'none' };
const refusedFor = (variable: string) =>
  expect.objectContaining({
    code: 'variable_refused',
    details: expect.objectContaining({ variable }),
  });

it('refuses what the texts name and nothing declares, by its name', () => {
  const variables = [{ name: 'region', required: false }];
  const ask = (title: string) => () =>
    requireVariables({ template: { title }, variables, clock: byHand });
  expect(ask('{{date}} {{ count }} {{region}}')).not.toThrow();
  expect(ask('{{regoin}}')).toThrow(refusedFor('regoin'));
  expect(ask('{{constructor}}')).toThrow(refusedFor('constructor'));
  const children = [{ title: 'Part of {{nothing}}' }];
  const withChild = { template: { title: 'All', children }, variables, clock: byHand };
  expect(() => requireVariables(withChild)).toThrow(refusedFor('nothing'));
});

it('refuses a variable that is declared twice, or that no clock gives a value', () => {
  const template = { title: 'All' };
  const twice = [
    { name: 'a', required: false },
    { name: 'a', required: false },
  ];
  expect(() => requireVariables({ template, variables: twice, clock: byHand })).toThrow(
    refusedFor('a'),
  );
  const own = [{ name: 'date', required: false }];
  expect(() => requireVariables({ template, variables: own, clock: byHand })).toThrow(
    refusedFor('date'),
  );
  const variables = [{ name: 'a', required: true }];
  const clock = { kind: 'interval' as const, everySec: 60 };
  expect(() => requireVariables({ template, variables, clock })).toThrow(refusedFor('a'));
  expect(() => requireVariables({ template, variables, clock: byHand })).not.toThrow();
});

it('takes what is given before a default, and refuses what is missing or unknown', () => {
  const variables = [
    { name: 'a', required: true },
    { name: 'b', required: false, default: 'B' },
    { name: 'c', required: false },
  ];
  expect(valuesOf(variables, { a: '1' })).toEqual({ a: '1', b: 'B', c: '' });
  expect(valuesOf(variables, { a: '1', b: '2' })).toMatchObject({ b: '2' });
  expect(() => valuesOf(variables, {})).toThrow(refusedFor('a'));
  expect(() => valuesOf(variables, { a: '1', z: '' })).toThrow(refusedFor('z'));
});

it('fills the texts once: a value that looks like a variable stays as it is', () => {
  const values = { a: '{{b}}', b: 'no', long: 'x'.repeat(1_000) };
  const template = { title: 'T {{a}}', description: '{{ a }}', children: [{ title: '{{long}}' }] };
  const made = filled(template, values);
  expect(made).toMatchObject({ title: 'T {{b}}', description: '{{b}}' });
  expect(made.children?.[0]?.title).toHaveLength(500);
  expect(filled({ title: '{{none}}' }, { none: '' }).title).toBe('{{none}}');
});
