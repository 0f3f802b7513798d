import { describe, expect, it } from 'vitest';
import { visible } from '../hidden-characters.ts';
import { changesForBoard } from './changes-for-board.ts';

describe('changesForBoard', () => {
  it('names the changed fields, and the changed keys of open objects', () => {
    const before = {
      title: 'A',
      role: 'qa',
      adapterConfig: { cwd: '/a', model: 'm', env: { A: 1 } },
    };
    const after = {
      title: 'B',
      role: 'qa',
      adapterConfig: { model: 'm', env: { A: 2 }, args: [] },
    };
    expect(changesForBoard(before, after)).toEqual([
      { field: 'adapterConfig.args', before: null, after: [] },
      { field: 'adapterConfig.cwd', before: '/a', after: null },
      { field: 'adapterConfig.env', before: { A: 1 }, after: { A: 2 } },
      { field: 'title', before: 'A', after: 'B' },
    ]);
  });

  it('is empty for the same state', () => {
    expect(changesForBoard({ a: { b: [1] } }, { a: { b: [1] } })).toEqual([]);
  });

  it('writes out hidden characters in values, in keys and in nested objects', () => {
    const after = { 'a\u202Eb': { key: ['x\u0000', { 'k\u200B': '\u2066y' }] } };
    expect(changesForBoard({}, after)).toEqual([
      {
        field: 'a\\u{202e}b',
        before: null,
        after: { key: ['x\\u{0}', { 'k\\u{200b}': '\\u{2066}y' }] },
      },
    ]);
  });
});

describe('visible', () => {
  it.each([
    ['rm -rf \u202E/', 'rm -rf \\u{202e}/'],
    ['a\u001B[2Kb\rc', 'a\\u{1b}[2Kb\\u{d}c'],
    ['a\u00ADb\uFEFFc\u2028d', 'a\\u{ad}b\\u{feff}c\\u{2028}d'],
    ['\u{E0041}', '\\u{e0041}'],
    ['a\uFE01b\u{E0101} ❤️', 'a\\u{fe01}b\\u{e0101} ❤️'],
    ['two\nlines\tand Ümläute 日本', 'two\nlines\tand Ümläute 日本'],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
