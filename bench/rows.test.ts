import { describe, expect, it } from 'vitest';
import { requestRowOf, rowsOf } from './rows.ts';

describe('the rows of a command line', () => {
  it('are those that it names', () => {
    expect(rowsOf('create, RAW_get')).toEqual(['create', 'raw_get']);
  });

  it('have their yardsticks with them where it says raw', () => {
    expect(rowsOf('raw,get,mention,create')).toEqual([
      'get',
      'mention',
      'create',
      'raw_create',
      'raw_get',
    ]);
  });

  it('are none that the bench does not have', () => {
    expect(() => rowsOf('create,delete')).toThrow('there is no row delete');
  });
});

describe('a yardstick', () => {
  it('is for the row that its name ends with', () => {
    expect(requestRowOf('raw_search_rare')).toBe('search_rare');
    expect(requestRowOf('heartbeats')).toBe('heartbeats');
  });
});
