import { IssueField } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { anIssue, ANN } from '../../test/fixtures/issues.ts';
import { selectFields } from './field-selection.ts';

describe('selectFields', () => {
  const {
    boundAgentId: _,
    boundByAgentId: __,
    boundByUserId: ___,
    endedByAgentId: ____,
    reviewAgentId: _____,
    reviewAuthorAgentId: ______,
    reviewRounds: _______,
    reviewHandedById: ________,
    reviewUserId: _________,
    leftInProgress: __________,
    ...stored
  } = anIssue('todo', { assigneeAgentId: ANN, description: 'All of it' });
  const issue = { ...stored, started_at: null, completed_at: null };

  it('returns exactly the selected fields, also those that are null', () => {
    expect(
      selectFields(issue, { view: 'compact', fields: ['title', 'description', 'goalId'] }),
    ).toEqual({ title: 'An issue', description: 'All of it', goalId: null });
    expect(selectFields(issue, { view: 'full', fields: IssueField.options })).toEqual(issue);
  });

  it('leaves out nulls in the compact view', () => {
    expect(selectFields(issue, { view: 'compact' })).toEqual({
      id: issue.id,
      identifier: 'ACM-1',
      title: 'An issue',
      status: 'todo',
      priority: 'medium',
      assigneeAgentId: ANN,
      updatedAt: issue.updatedAt,
    });
  });

  it('takes a third of the bytes in the compact view', () => {
    const bytes = (view: 'full' | 'compact') =>
      JSON.stringify(selectFields(issue, { view })).length;
    expect(bytes('compact')).toBeLessThan(bytes('full') / 3);
    expect(bytes('compact')).toBeLessThan(256);
  });
});
