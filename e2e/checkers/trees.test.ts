import { describe, expect, it } from 'vitest';
import { faultsOfTrees, type Tree } from './trees.ts';

const delivered = { status: 'delivered', wasStarted: true };
const tree = (fields: Partial<Tree> = {}): Tree => ({
  issueId: 'p',
  settled: 1,
  wakes: [delivered],
  ...fields,
});

describe('the judge of trees', () => {
  it('accepts a parent that is told once', () => {
    expect(faultsOfTrees(['p'], [tree()])).toEqual([]);
    expect(faultsOfTrees(['p'], [tree({ wakes: [{ ...delivered, status: 'failed' }] })])).toEqual(
      [],
    );
  });

  it.each<[string, Tree[]]>([
    ['hears nothing', []],
    ['hears twice', [tree({ settled: 2 })]],
    ['wakes nobody', [tree({ wakes: [] })]],
    ['wakes twice', [tree({ wakes: [delivered, delivered] })]],
    ['waits endlessly', [tree({ wakes: [{ status: 'pending', wasStarted: false }] })]],
    ['has a run that never started', [tree({ wakes: [{ ...delivered, wasStarted: false }] })]],
    ['is skipped', [tree({ wakes: [{ ...delivered, status: 'skipped' }] })]],
    ['stands beside one whose children are open', [tree(), tree({ issueId: 'open' })]],
  ])('finds a parent that %s', (_, trees) => {
    expect(faultsOfTrees(['p'], trees)).toHaveLength(1);
  });
});
