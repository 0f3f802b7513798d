import { describe, expect, it } from 'vitest';
import { describeFindings } from './finding.ts';
import { rules } from './rules/all.ts';
import { readTree } from './tree.ts';

describe('the tree', () => {
  const tree = readTree();

  it.each(rules)('holds that $title', ({ check }) => {
    expect(describeFindings(check(tree))).toBe('');
  });
});
