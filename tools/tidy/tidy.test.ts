import { describe, expect, it } from 'vitest';
import { emptyRooms } from '../imports/floors.ts';
import { sleepers } from './allowed.ts';
import { describeFindings } from './finding.ts';
import { rules } from './rules/all.ts';
import { readTree } from './tree.ts';

describe('the tree', () => {
  const tree = readTree();

  it.each(rules)('holds that $title', ({ check }) => {
    expect(describeFindings(check(tree))).toBe('');
  });

  it('has every file that is excepted from a rule', () => {
    const paths = new Set(tree.map(({ path }) => path));
    expect(sleepers.filter(({ path }) => !paths.has(path))).toEqual([]);
  });

  it('has every room of the floors', () => {
    expect(emptyRooms(tree.map(({ path }) => path))).toEqual([]);
  });
});
