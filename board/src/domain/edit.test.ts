import { describe, expect, it } from 'vitest';
import { lostFields, nothingTouched, saved, shown, touch, type EditState } from './edit.ts';

const row = { fields: { title: 'One', text: 'A' }, version: 3 };
const renamed = { fields: { title: 'Two', text: 'A' }, version: 4 };
type Fields = typeof row.fields;

const begin = (change: Partial<Fields>): EditState<Fields> =>
  touch<Fields>(nothingTouched, row, change);

describe('an edit', () => {
  it('holds what differs from what was seen, with the version of the first touch', () => {
    const first = begin({ text: 'B' });
    expect(first).toMatchObject({ touched: { text: 'B' }, version: 3 });
    expect(touch(first, renamed, { title: 'Three' })).toMatchObject({
      touched: { text: 'B', title: 'Three' },
      seen: { text: 'A', title: 'Two' },
      version: 3,
    });
  });

  it('is over where everything is as it was seen', () => {
    const back = touch(begin({ text: 'B' }), renamed, { text: 'A' });
    expect(back.touched).toEqual({});
    expect(touch(back, renamed, { text: 'C' }).version).toBe(4);
  });

  it('loses only fields that both have changed, and not to the same', () => {
    const edit = begin({ title: 'Three' });
    expect(lostFields(edit, { title: 'One', text: 'Z' })).toEqual({});
    expect(lostFields(edit, { title: 'Three', text: 'A' })).toEqual({});
    expect(lostFields(edit, renamed.fields)).toEqual({ title: 'Two' });
  });

  it('loses nothing any more once the values of others were shown', () => {
    const compared = shown(begin({ title: 'Three' }), renamed);
    expect(compared).toMatchObject({ theirs: { title: 'Two' }, version: 4 });
    expect(lostFields(compared, renamed.fields)).toEqual({});
  });

  it('keeps what was typed while it was saved', () => {
    const typed = touch(begin({ title: 'Three' }), row, { title: 'Threes' });
    const now = { fields: { title: 'Three', text: 'A' }, version: 4 };
    expect(saved(typed, { title: 'Three' }, now)).toMatchObject({
      touched: { title: 'Threes' },
      seen: { title: 'Three' },
      version: 4,
    });
    expect(saved(begin({ title: 'Three' }), { title: 'Three' }, now).touched).toEqual({});
  });
});
