import { hiddenPattern } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { nestHeadings } from './headings.ts';
import { hostOf, isParsed, safeAddress, wordsOf } from './markdown.ts';
import { blocksOf, plainOutput } from './runs/terminal.ts';
import { hidden, oneLine, visible } from './visible.ts';

describe('visible', () => {
  it('writes out the characters that names are refused for', () => {
    expect(hidden.source).toBe(hiddenPattern);
  });

  it('writes out what turns text around or cannot be seen', () => {
    expect(visible('Ada\u202Egnp.exe')).toBe('Ada⟨202E⟩gnp.exe');
    expect(visible('a\u200Bb\u0000')).toBe('a⟨200B⟩b⟨0000⟩');
    expect(visible('do\u{E0064}\u{E006F}it')).toBe('do⟨E0064⟩⟨E006F⟩it');
    expect(visible('a\uFE01b\u{E0101}')).toBe('a⟨FE01⟩b⟨E0101⟩');
    expect(oneLine('one\n two')).toBe('one two');
  });

  it('leaves emoji, accents and scripts from right to left as they are', () => {
    const text = '👩‍🚀 ❤️ 1️⃣ 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Zoë שלום नमस्ते';
    expect(visible(text)).toBe(text);
  });
});

describe('wordsOf', () => {
  it.each([
    [
      'Counted **239 lines** in `a.ts`. | file | lines | | --- | ---: |',
      'Counted 239 lines in a.ts. file lines',
    ],
    ['# Done > see [the plan](/ACM/issues/ACM-1), please', 'Done see the plan, please'],
    ['snake_case - and 5 * 3 stay', 'snake_case - and 5 * 3 stay'],
  ])('leaves out the marks of %j', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('plainOutput', () => {
  it('drops colours, links and titles of a terminal', () => {
    const link = '\u001B]8;;https://evil.example\u0007here\u001B]8;;\u0007';
    expect(plainOutput(`\u001B[31mred\u001B[0m ${link}`)).toBe('red here');
    expect(plainOutput('\u001B]0;title')).toBe('');
  });

  it('shows the last state of a line that is written over', () => {
    expect(plainOutput('10 %\r50 %\r100 %\r\ndone')).toBe('100 %\ndone');
    expect(plainOutput('10 %\r20 %\n\r\nabc\r')).toBe('20 %\n\nabc');
  });

  it('reads a long line once', () => {
    const line = '{"type":"result"}'.repeat(250_000);
    expect(plainOutput(line)).toBe(line);
  });
});

describe('blocksOf', () => {
  it('cuts between lines, and loses nothing', () => {
    expect(blocksOf(['a', '', 'b'], 2)).toEqual(['a\n', 'b']);
    expect(blocksOf(['a', 'b'], 2)).toEqual(['a\nb']);
    expect(blocksOf([], 2)).toEqual([]);
  });
});

describe('markdown', () => {
  it.each([
    ['nested list markers', '- '.repeat(8_192)],
    ['nested quotes', '> '.repeat(200)],
    ['open brackets', '['.repeat(16_384)],
    ['long text', 'a'.repeat(65_537)],
  ])('does not parse %s', (_, text) => {
    expect(isParsed(text)).toBe(false);
  });

  it('parses a list, a quote, a table and a rule', () => {
    const rule = '-'.repeat(80);
    expect(
      isParsed(`# Plan\n\n- one\n  - two\n\n> quoted\n\n| a | b |\n|---|---|\n\n${rule}`),
    ).toBe(true);
  });

  it.each([
    ['https://example.com/a', true],
    ['/ACM/issues/ACM-1', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.example', false],
    [String.raw`/\evil.example`, false],
    ['/enter#code', false],
    ['/api/companies', false],
    ['/ACM/../enter', false],
  ])('judges the address %s', (address, safe) => {
    expect(safeAddress(address) !== undefined).toBe(safe);
  });

  it('names the host of a link', () => {
    expect(hostOf('https://user@evil.example:8080/github.com')).toBe('evil.example:8080');
  });
});

describe('nestHeadings', () => {
  const levelsOf = (...levels: readonly string[]): (string | undefined)[] => {
    const children = levels.map((tagName) => ({ tagName }));
    nestHeadings()({ children: [{ tagName: 'section', children }] });
    return children.map(({ tagName }) => tagName);
  };

  it('begins below the headings of the page, at whatever level the text begins', () => {
    expect(levelsOf('h1')).toEqual(['h3']);
    expect(levelsOf('h2')).toEqual(['h3']);
    expect(levelsOf('h6')).toEqual(['h3']);
  });

  it('goes down one level at a time, and up to any', () => {
    expect(levelsOf('h1', 'h2', 'h3', 'h1')).toEqual(['h3', 'h4', 'h5', 'h3']);
    expect(levelsOf('h1', 'h4', 'h4', 'h4', 'h6')).toEqual(['h3', 'h4', 'h5', 'h6', 'h6']);
  });
});
