import { describe, expect, it } from 'vitest';
import { faultsOfChanges, faultsOfMarks, faultsOfOrder } from './marks.ts';

const faults = (made: [string, string?][], found: [string, string][]): string[] =>
  faultsOfMarks(
    'thing',
    made.map(([mark, id]) => ({ mark, id })),
    found.map(([mark, id]) => ({ mark, id })),
  );

describe('the judge of creations', () => {
  it('accepts what exists once, and any outcome of unknown creations', () => {
    expect(
      faults(
        [['a', '1'], ['b'], ['c']],
        [
          ['a', '1'],
          ['b', '2'],
        ],
      ),
    ).toEqual([]);
  });

  it.each([
    ['what was lost', [['a', '1']], []],
    [
      'what exists twice',
      [['a', '1']],
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      'what exists twice with an unknown outcome',
      [['a']],
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['what was answered with another id', [['a', '1']], [['a', '2']]],
    ['what was not created', [], [['a', '1']]],
  ] as [string, [string, string?][], [string, string][]][])('finds %s', (_, made, found) => {
    expect(faults(made, found)).toHaveLength(1);
  });
});

describe('the judge of changes by one writer', () => {
  const known = (value: string) => ({ id: 'i', value, isKnown: true });
  const unknown = (value: string) => ({ id: 'i', value, isKnown: false });

  it.each([
    ['the last one', [known('a'), known('b')], 'b'],
    ['a later one with an unknown outcome', [known('a'), unknown('b')], 'b'],
    ['the one before it', [known('a'), unknown('b')], 'a'],
    ['anything if nothing was acknowledged', [unknown('b')], 'new'],
  ])('accepts %s', (_, changes, value) => {
    expect(faultsOfChanges(changes, new Map([['i', value]]))).toEqual([]);
  });

  it.each([
    ['a change that was undone', [known('a'), known('b')], 'a'],
    ['an unknown one that overtook a later one', [unknown('a'), known('b')], 'a'],
  ])('finds %s', (_, changes, value) => {
    expect(faultsOfChanges(changes, new Map([['i', value]]))).toHaveLength(1);
  });
});

describe('the judge of order', () => {
  const numbers = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);

  it('accepts ascending numbers, with others in between', () => {
    expect(faultsOfOrder('ann', ['a', 'c'], numbers)).toEqual([]);
  });

  it('finds what was numbered before an earlier one, and what is in no log', () => {
    expect(faultsOfOrder('ann', ['b', 'a'], numbers)).toHaveLength(1);
    expect(faultsOfOrder('ann', ['d'], numbers)).toHaveLength(1);
  });
});
