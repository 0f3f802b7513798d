import { describe, expect, it } from 'vitest';
import { columns, columnsOf, filterOf, openStatuses, type IssueSearch } from './issue-search.ts';
import { searchWith } from './search.ts';

const id = '01a20d9a-f6ca-7b04-b975-675b62bd14a4';

describe('the address of a list of issues', () => {
  it('is its filter and its order', () => {
    expect(
      filterOf({
        q: 'shelf',
        status: 'todo,blocked',
        priority: 'high',
        assignee: id,
        label: id,
        blocked: 'yes',
        sort: 'updated',
      }),
    ).toEqual({
      q: 'shelf',
      status: ['todo', 'blocked'],
      priority: ['high'],
      assigneeAgentId: id,
      labelId: id,
      blocked: true,
      sort: 'updated',
    });
    expect(filterOf({ assignee: 'me' }).assigneeUserId).toBe('me');
    expect(filterOf({ assignee: 'none' }).unassigned).toBe(true);
  });

  it('shows what is open where it says nothing, or nothing that is known', () => {
    expect(filterOf({})).toEqual({ status: openStatuses });
    expect(filterOf({ status: 'new', sort: 'name', project: '../x', priority: 'top' })).toEqual({
      status: openStatuses,
    });
    expect(filterOf({ status: 'all' })).toEqual({});
  });

  it('has seven columns, or those that are asked for', () => {
    expect(columnsOf({})).toEqual(columns);
    expect(columnsOf({ status: 'all' })).toEqual(columns);
    expect(columnsOf({ status: 'done,todo' })).toEqual(['todo', 'done']);
  });

  it('has nothing that is empty', () => {
    expect(searchWith<IssueSearch>({ q: 'a', view: 'board' }, { q: '', sort: 'created' })).toEqual({
      view: 'board',
      sort: 'created',
    });
  });
});
