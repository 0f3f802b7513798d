import { describe, expect, it } from 'vitest';
import { entityTagOf, isKnown } from './entity-tag.ts';

const tagOf = (value: unknown, more: { nextCursor?: string; hasVersion?: boolean } = {}): string =>
  entityTagOf({ body: Buffer.from(JSON.stringify(value)), hasVersion: false, ...more });

describe('the tag of an answer', () => {
  it('is another one for other bytes, and for a page that is followed by another', () => {
    const tags = [tagOf([1]), tagOf([2]), tagOf([1], { nextCursor: 'a' })];
    expect(new Set(tags).size).toBe(3);
    expect(tagOf([1])).toBe(tags[0]);
    expect(entityTagOf({ body: '[1]', hasVersion: false })).toBe(tags[0]);
  });

  it.each([
    ['alone', { id: 'a', version: 12, title: 'b' }],
    [
      'next to those of what it has',
      { project: { version: 3 }, version: 12, goal: { version: 4 } },
    ],
    ['next to a text that looks like one', { text: '{"version":3}', version: 12 }],
  ])('begins with the version of a record, %s', (_, record) => {
    expect(tagOf(record, { hasVersion: true })).toMatch(/^W\/"12\.[\w-]{22}"$/);
  });

  it('has no version where the record shows none', () => {
    expect(tagOf({ id: 'a' }, { hasVersion: true })).toMatch(/^W\/"[\w-]{22}"$/);
    expect(tagOf({ a: { version: 1 }, b: { version: 2 } }, { hasVersion: true })).not.toContain(
      '.',
    );
  });
});

describe('a client has the answer', () => {
  it.each([
    ['by its tag', 'W/"a"', true],
    ['by its tag as a strong one', '"a"', true],
    ['by one of several tags', '"x", W/"a"', true],
    ['by any', '*', true],
    ['not by another tag', 'W/"b"', false],
    ['not by a part of it', 'a', false],
    ['not without a tag', undefined, false],
  ])('%s', (_, sent, known) => {
    expect(isKnown(sent, 'W/"a"')).toBe(known);
  });
});
