import { describe, expect, it } from 'vitest';
import { changedFields, collides } from './changed.ts';

const seen = { id: 'a', title: 'One', goalIds: ['x'], version: 3 };

describe('a change', () => {
  it('is what differs from what the reader saw', () => {
    expect(changedFields(seen, { title: 'Two', goalIds: ['x'] })).toEqual({ title: 'Two' });
    expect(changedFields(seen, { title: 'One', goalIds: [] })).toEqual({ goalIds: [] });
    expect(changedFields(seen, { title: 'One' })).toEqual({});
  });

  it('collides where somebody has changed the same field meanwhile', () => {
    const now = { ...seen, title: 'Other', version: 4 };
    expect(collides(['title'], seen, now)).toBe(true);
    expect(collides(['goalIds', 'comment', 'ifVersion'], seen, now)).toBe(false);
  });
});
