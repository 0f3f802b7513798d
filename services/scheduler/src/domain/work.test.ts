import { IssueStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { actionableAssigneeOf } from './work.ts';

describe('doerOf', () => {
  it.each(IssueStatus.options)('decides for an issue that is %s', (status) => {
    const doing = status === 'todo' || status === 'in_progress';
    expect(actionableAssigneeOf({ status, assigneeAgentId: 'ada' })).toBe(doing ? 'ada' : null);
    expect(actionableAssigneeOf({ status, assigneeAgentId: null })).toBeNull();
  });
});
