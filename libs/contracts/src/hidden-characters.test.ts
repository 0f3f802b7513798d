import { describe, expect, it } from 'vitest';
import { escapedInJson, isSeenWhole, visible, withoutJoiners } from './hidden-characters.ts';

describe('hidden characters', () => {
  it.each([
    ['a tag', 'Ada\u{E0041}'],
    ['a selector of variations', 'Ada\uFE01'],
    ['a further selector', 'Ada\u{E0101}'],
    ['a space without width', 'A\u200Bda'],
    ['a word joiner', 'A\u2060da'],
    ['a joiner between letters that do not join', 'A\u200Dda'],
    ['a non-joiner between them', 'A\u200Cda'],
    ['a change of direction', '\u202EadA'],
    ['an isolate', '\u2066Ada\u2069'],
    ['a soft hyphen', 'A\u00ADda'],
    ['a byte order mark', '\uFEFFAda'],
    ['a letter without shape', 'Ada\u3164'],
    ['a control character', 'Ada\u0007'],
    ['half of a pair', 'Ada\uD800'],
    ['a separator of lines', 'Ada\u2028'],
  ])('are found in a name, and written out in a text: %s', (_, text) => {
    expect(isSeenWhole(text)).toBe(false);
    expect(visible(text)).toMatch(/\\u\{[\da-f]+\}/);
    expect(isSeenWhole(visible(text))).toBe(true);
    const json = escapedInJson(JSON.stringify({ text }));
    expect(json).toMatch(/\\u[\da-f]{4}/);
    expect(JSON.parse(json)).toEqual({ text });
  });

  it.each([
    'Ada Lovelace',
    'Zoë 研究者',
    'علی\u200Cرضا',
    'क\u094D\u200Dष',
    '👩\u200D💻 Dev',
    '👩🏽\u200D🚀',
    '❤\uFE0F',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '日本語',
  ])('are not those of %j', (text) => {
    expect(isSeenWhole(text)).toBe(true);
    expect(visible(text)).toBe(text);
    expect(escapedInJson(text)).toBe(text);
  });

  it('are no line ends and tabs of a text, which a name does not have', () => {
    expect(visible('a\n\tb')).toBe('a\n\tb');
    expect([isSeenWhole('a\nb'), isSeenWhole('a\tb')]).toEqual([false, false]);
  });

  it('make no other name of one with joiners', () => {
    expect(withoutJoiners('علی\u200Cرضا')).toBe('علیرضا');
  });
});
