import { IssueStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { doerOf } from './work.ts';

describe('doerOf', () => {
  it.each(IssueStatus.options)('decides for an issue that is %s', (status) => {
    const doing = status === 'todo' || status === 'in_progress';
    expect(doerOf({ status, assigneeAgentId: 'ada' })).toBe(doing ? 'ada' : null);
    expect(doerOf({ status, assigneeAgentId: null })).toBeNull();
  });
});
