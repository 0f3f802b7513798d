import { describe, expect, it } from 'vitest';
import { bulkChangeOf, bulkFilterOf, previewOf, progressOf, unchanged } from './bulk.ts';

const id = '01a20d9a-f6ca-7b04-b975-675b62bd14a4';
const receipt = {
  bulkChangeId: null,
  companyId: id,
  state: 'dry_run' as const,
  matched: 12,
  changed: 10,
  unchanged: 1,
  refused: { issue_blocked: 1 },
  firstRefused: [],
  createdAt: null,
  finishedAt: null,
};

describe('a change of all issues of a list', () => {
  it('takes the filter of the list, without its order', () => {
    expect(bulkFilterOf({ status: 'todo', sort: 'updated', assignee: 'none' })).toEqual({
      status: ['todo'],
      unassigned: true,
    });
  });

  it('is not offered for the words of a search', () => {
    expect(bulkFilterOf({ q: 'shelf' })).toBeUndefined();
  });

  it('has the fields that were chosen, and nothing where none was', () => {
    expect(bulkChangeOf(unchanged)).toBeUndefined();
    expect(
      bulkChangeOf({ ...unchanged, status: 'cancelled', assignee: `agent:${id}`, goal: 'none' }),
    ).toEqual({ status: 'cancelled', assigneeAgentId: id, assigneeUserId: null, goalId: null });
    expect(bulkChangeOf({ ...unchanged, assignee: 'none' })).toEqual({
      assigneeAgentId: null,
      assigneeUserId: null,
    });
  });

  it('says before it begins how many change, stay and are refused', () => {
    expect(previewOf(receipt, 100)).toBe(
      '12 issues match. 10 change, 1 stays as it is, 1 is refused.',
    );
    expect(previewOf({ ...receipt, matched: 0 }, 100)).toBe('No issue matches.');
    expect(previewOf({ ...receipt, matched: 1, changed: 1, unchanged: 0, refused: {} }, 100)).toBe(
      '1 issue matches. 1 changes.',
    );
    expect(previewOf({ ...receipt, matched: 4_000 }, 100)).toMatch(
      /^4,000 .* Of the first 100, 10 /,
    );
  });

  it('says how far it has come', () => {
    expect(progressOf({ ...receipt, state: 'running', refused: { a: 2, b: 1 } })).toBe(
      '10 of 12 changed, 1 stays as it is, 3 are refused.',
    );
  });
});
