import { describe, expect, it } from 'vitest';
import { effectOf, filtersOf, hookFieldsOf, isComplete, reasonWords } from './hooks.ts';

const empty = hookFieldsOf(undefined);

describe('the form of a hook', () => {
  it('reads variables and filters by the line, with values as in JSON', () => {
    const fields = {
      ...empty,
      routineId: 'r',
      variables: 'title = /pull_request/title\n\n number=/number',
      filters: '/action = closed\n/merged = true\n/count = 3\n/name = "3"\n/at = a=b',
    };
    expect(effectOf(fields)).toEqual({
      kind: 'routine',
      routineId: 'r',
      variables: { title: '/pull_request/title', number: '/number' },
    });
    expect(filtersOf(fields).map(({ equals }) => equals)).toEqual(['closed', true, 3, '3', 'a=b']);
  });

  it.each([
    { kind: 'routine', routineId: 'r', variables: { title: '/title' } },
    { kind: 'wait', key: '/key' },
    { kind: 'comment', issue: '/issue', text: '/text' },
  ] as const)('shows what it has saved: $kind', (effect) => {
    const filters = [
      { at: '/a', equals: 'closed' },
      { at: '/b', equals: '3' },
      { at: '/c', equals: null },
    ];
    const hook = {
      id: 'h',
      companyId: 'c',
      name: 'Merged',
      form: 'github',
      path: '/hooks/h',
      effect,
      filters,
      enabled: true,
      previousSecretUntil: null,
      byUserId: 'u',
      createdAt: '',
      updatedAt: '',
      version: 1,
    } as const;
    const fields = hookFieldsOf({ ...hook, filters });
    expect(isComplete(fields)).toBe(true);
    expect([effectOf(fields), filtersOf(fields)]).toEqual([effect, filters]);
  });

  it('is not sent without its effect', () => {
    expect(isComplete({ ...empty, name: 'Merged' })).toBe(false);
    expect(isComplete({ ...empty, name: 'Merged', kind: 'wait', key: '/key' })).toBe(true);
  });
});

it('a delivery says why it had no effect', () => {
  expect(reasonWords({ reason: null })).toBeUndefined();
  expect(reasonWords({ reason: 'no_open_wait' })).toBe('No agent waits for this key');
  expect(reasonWords({ reason: 'issue_not_found' })).toBe('issue not found');
});
