import { describe, expect, it } from 'vitest';
import { changeWords, undoOf } from './undo.ts';

const before = { status: 'todo', priority: 'low', assigneeAgentId: null, labelIds: ['a'] } as const;

describe('undoOf', () => {
  it('puts back the fields that were changed, and no others', () => {
    expect(undoOf(before, { priority: 'high' }, [])).toEqual({ priority: 'low' });
    expect(undoOf(before, { labelIds: [], assigneeAgentId: 'x' }, [])).toEqual({
      labelIds: ['a'],
      assigneeAgentId: null,
    });
  });

  it('returns to a status only if the issue may have it again', () => {
    expect(undoOf(before, { status: 'done' }, ['todo'])).toEqual({ status: 'todo' });
    expect(undoOf(before, { status: 'done' }, ['backlog'])).toBeUndefined();
  });

  it('takes nothing back beside a comment, or what the page has not read', () => {
    expect(undoOf(before, { status: 'done', comment: 'Good.' }, ['todo'])).toBeUndefined();
    expect(undoOf(before, { dueAt: null }, [])).toBeUndefined();
    expect(undoOf(before, {}, [])).toBeUndefined();
  });
});

describe('changeWords', () => {
  it('names the issue, and each field once', () => {
    const change = { assigneeAgentId: 'x', assigneeUserId: null, priority: 'low' };
    expect(changeWords('ACM-1', change)).toBe('ACM-1: Assignee, Priority changed');
    expect(changeWords(undefined, { dueAt: null })).toBe('Due date changed');
  });
});
