import { describe, expect, it } from 'vitest';
import { namedGoals } from './project-goals.ts';

describe('the goals of a project', () => {
  it.each([
    [{}, undefined],
    [{ goalIds: ['A', 'b', 'a'] }, { field: 'goalIds', ids: ['a', 'b'] }],
    [{ goalIds: [] }, { field: 'goalIds', ids: [] }],
    [{ goalId: 'A' }, { field: 'goalId', ids: ['a'] }],
    [{ goalId: null }, { field: 'goalId', ids: [] }],
    [
      { goalId: 'a', goalIds: ['b', 'c'] },
      { field: 'goalIds', ids: ['b', 'c'] },
    ],
    [
      { goalId: null, goalIds: ['b'] },
      { field: 'goalIds', ids: ['b'] },
    ],
  ])('of %o are %o', (request, expected) => {
    expect(namedGoals(request)).toEqual(expected);
  });
});
