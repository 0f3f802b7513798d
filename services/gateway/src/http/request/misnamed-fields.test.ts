import { composed, contracts, methodOf, pathOf } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { misnamedFields } from './misnamed-fields.ts';
import { namesOf, planInput } from './input.ts';

const fields = { known: (name: string) => name === 'title', free: ['status', 'labelIds'] };

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
    const shown =
      operation.output instanceof z.ZodObject ? Object.keys(operation.output.shape) : [];
    const given = Object.fromEntries(shown.map((key) => [key, 'x']));
    const misnamed = misnamedFields(given, {
      known: (name) => plan.kinds.has(name),
      free: namesOf(plan).filter((name) => !(name in given)),
    });
    expect(misnamed).toEqual([]);
  });
});
