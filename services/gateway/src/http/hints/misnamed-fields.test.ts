import { composed, contracts, methodOf, pathOf } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { misnamedFields } from './misnamed-fields.ts';
import { namesOf, planInput } from '../request/input.ts';

const fields = {
  known: (name: string) => name === 'title',
  free: ['status', 'labelIds'],
  shown: new Set(['statusUrl']),
};

describe('misnamedFields', () => {
  it('names each field that was meant to be another one, and that one', () => {
    expect(misnamedFields({ title: 'A', state: 'todo', labels: ['x'] }, fields)).toEqual([
      expect.objectContaining({ path: ['state'], nearest: 'status' }),
      expect.objectContaining({ path: ['labels'], nearest: 'labelIds' }),
    ]);
  });

  it.each([
    ['that are like no other', { colour: 'red' }],
    ['of which the request has the right one too', { title: 'A', tittle: 'B' }],
    ['that hold records', { labels: [{ id: 1 }], status_: { a: 1 } }],
    ['that are empty', { state: null }],
    ['that the answer shows', { statusUrl: 'https://example.com' }],
  ])('ignores fields %s', (_, given) => {
    expect(misnamedFields(given, fields)).toEqual([]);
  });
});

const changes = [
  ...contracts.flatMap(({ operations }) => Object.entries(operations)),
  ...Object.entries(composed),
]
  .filter(([, operation]) => methodOf(operation) === 'PATCH')
  .map(([name, operation]) => [name, pathOf(operation), operation] as const);

describe.each(changes)('%s', (_name, _path, operation) => {
  it('takes a record that is sent back as it was read', () => {
    const plan = planInput(operation);
    const given = Object.fromEntries([...plan.shown].map((key) => [key, 'x']));
    const misnamed = misnamedFields(given, {
      known: (name) => plan.kinds.has(name),
      shown: plan.shown,
      free: namesOf(plan).filter((name) => !(name in given)),
    });
    expect(misnamed).toEqual([]);
  });
});
