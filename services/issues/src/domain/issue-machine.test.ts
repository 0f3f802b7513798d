import { issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { issueMoves } from './issue-machine.ts';

const operations = {
  update: issues.operations.updateIssue,
  checkout: issues.operations.checkoutIssue,
  release: issues.operations.releaseIssue,
  reopen: issues.operations.reopenIssue,
};

describe('issueMoves', () => {
  it.each(Object.entries(issueMoves))('emit an event of their operation: %s', (_, move) => {
    expect(operations[move.by].emits).toContain(move.emits);
  });
});
