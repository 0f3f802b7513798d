import { describe, expect, it } from 'vitest';
import { pageSearch } from './page-search.ts';

describe('the search of a page', () => {
  it('has what the page knows, as texts', () => {
    const found = { q: 12, status: 'todo', blocked: true, other: 'x', label: ['a'], goal: null };
    expect(pageSearch.issues(found)).toEqual({ q: '12', status: 'todo', blocked: 'true' });
  });

  it('opens the first steps of an issue by nothing but a true', () => {
    expect(pageSearch.issue({ first: true })).toEqual({ first: true });
    expect(pageSearch.issue({ first: 'true' })).toEqual({});
  });
});
