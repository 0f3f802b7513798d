import { describe, expect, it } from 'vitest';
import { progressOf, progressWords, treeOf } from './planning.ts';

describe('treeOf', () => {
  it('puts goals below their parents, in their order, and orphans at the top', () => {
    const nodes = [
      { id: 'a', parentId: null },
      { id: 'b', parentId: 'a' },
      { id: 'c', parentId: 'gone' },
      { id: 'd', parentId: 'b' },
    ];
    const ids = (branches: ReturnType<typeof treeOf<(typeof nodes)[number]>>): unknown =>
      branches.map(({ node, below }) => [node.id, ids(below)]);
    expect(ids(treeOf(nodes))).toEqual([
      ['a', [['b', [['d', []]]]]],
      ['c', []],
    ]);
    expect(treeOf([])).toEqual([]);
  });
});

describe('progressOf', () => {
  it('counts what is done of what was not cancelled, and is whole only at the end', () => {
    expect(progressOf({ done: 2, todo: 1, cancelled: 5 })).toEqual({
      total: 3,
      done: 2,
    });
    expect(progressOf({})).toEqual({ total: 0, done: 0 });
  });

  it.each([
    [{ done: 2, todo: 1, cancelled: 5 }, [], '2 of 3 done, 66%'],
    [{ cancelled: 1_000 }, ['cancelled'], 'no issues yet'],
    [{ done: 1, cancelled: 1_000 }, ['cancelled'], '1 of 1 done, 100%'],
    [{ done: 5, todo: 1_000 }, ['todo'], '5 of 1,005+ done'],
    [{ done: 1_000 }, ['done'], '1,000+ of 1,000+ done'],
  ] as const)('is said of %j', (byStatus, more, words) => {
    expect(progressWords({ byStatus, more })).toBe(words);
  });
});
