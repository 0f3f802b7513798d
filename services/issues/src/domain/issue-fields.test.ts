import { IssueField } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { anIssue, ANN } from './issue-examples.ts';
import { selectFields } from './issue-fields.ts';

describe('selectFields', () => {
  const issue = {
    ...anIssue('todo', { assigneeAgentId: ANN, description: 'All of it' }),
    started_at: null, completed_at: null,
  };

  it('shows exactly the fields that are asked for, also those that are null', () => {
    expect(selectFields(issue, { view: 'compact', fields: ['title', 'description', 'goalId'] }))
      .toEqual({ title: 'An issue', description: 'All of it', goalId: null });
    expect(selectFields(issue, { view: 'full', fields: IssueField.options })).toEqual(issue);
  });

  it('leaves out what is null where the view is compact', () => {
    expect(selectFields(issue, { view: 'compact' })).toEqual({
      id: issue.id, identifier: 'ACM-1', title: 'An issue', status: 'todo', priority: 'medium',
      assigneeAgentId: ANN, updatedAt: issue.updatedAt,
    });
  });

  it('takes a third of the bytes where the view is compact', () => {
    const bytes = (view: 'full' | 'compact') =>
      JSON.stringify(selectFields(issue, { view })).length;
    expect(bytes('compact')).toBeLessThan(bytes('full') / 3);
    expect(bytes('compact')).toBeLessThan(256);
  });
});
