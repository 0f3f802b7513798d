import { DOCUMENT_DIFF_MAX } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { headingsOf, linesOf, rangeOf, sectionOf, textOfRange, titleOf } from './markdown.ts';

const PLAN = [
  'Before.',
  '# Plan',
  '## Why ##',
  'Because.',
  '```sh',
  '# no heading',
  '```',
  '### Deeper',
  'More.',
  '## How',
  'So.\n',
].join('\n');

describe('the headings of a document', () => {
  it('are those that stand outside of code', () => {
    expect(headingsOf(linesOf(PLAN)).map(({ level, text, line }) => [level, text, line])).toEqual([
      [1, 'Plan', 2],
      [2, 'Why', 3],
      [3, 'Deeper', 8],
      [2, 'How', 10],
    ]);
    expect(headingsOf(['#no', '#', '####### seven', '# yes\r']).map(({ text }) => text)).toEqual([
      '',
      'yes',
    ]);
  });

  it('give it a title, which is its key without one', () => {
    expect(titleOf(PLAN, 'plan')).toBe('Plan');
    expect(titleOf('Only words.', 'plan')).toBe('plan');
    expect(titleOf(`# ${'x'.repeat(500)}`, 'plan')).toHaveLength(200);
  });

  it.each([
    ['Why', 3, 9],
    ['## why', 3, 9],
    ['DEEPER', 8, 9],
    ['How', 10, 11],
    ['Plan', 2, 11],
  ])('begin its section %j, which ends where no heading is below it', (name, fromLine, toLine) => {
    expect(sectionOf(linesOf(PLAN), name)).toEqual({ fromLine, toLine });
  });

  it('name no other section', () => {
    expect(sectionOf(linesOf(PLAN), 'no heading')).toBeUndefined();
  });
});

describe('lines of a document', () => {
  it('are counted without a break at the end, and read as they stand', () => {
    const lines = linesOf(PLAN);
    expect(lines).toHaveLength(11);
    expect(textOfRange(PLAN, lines, rangeOf(11, 1, 11))).toBe(PLAN);
    expect(textOfRange(PLAN, lines, rangeOf(11, 3, 2))).toBe('## Why ##\nBecause.');
    expect(textOfRange(PLAN, lines, rangeOf(11, 20, 5))).toBe('');
    expect(rangeOf(11, 10, 500)).toEqual({ fromLine: 10, toLine: 11 });
  });
});

describe('the difference of two texts', () => {
  it('is unified, and counts lines', () => {
    expect(differenceOf('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual({
      diff: '@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n',
      added: 2,
      removed: 1,
      truncated: false,
    });
    expect(differenceOf('a', 'a').diff).toBe('');
  });

  it.each([
    ['lines', (n: number, side: string) => `${side} ${n}\n`],
    ['breaks', (_: number, side: string) => (side === 'a' ? '\n' : '\n\n')],
  ])('of 512 KB of other %s is found at once, and cut', (_, line) => {
    const text = (side: string): string =>
      Array.from({ length: 500_000 }, (_line, n) => line(n, side))
        .join('')
        .slice(0, 524_288);
    const before = performance.now();
    const { diff, added } = differenceOf(text('a'), text('b'));
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(diff.length).toBeLessThanOrEqual(DOCUMENT_DIFF_MAX);
    expect(added).toBeGreaterThan(20_000);
  });

  it('keeps what is around texts that have nothing in common', () => {
    const middle = (side: string): string[] =>
      Array.from({ length: 2_000 }, (_, n) => `${side}${n}`);
    const text = (side: string): string => ['1', '2', '3', '4', ...middle(side), '5'].join('\n');
    const { diff, added, removed } = differenceOf(text('a'), text('b'));
    expect([added, removed]).toEqual([2_000, 2_000]);
    expect(diff.split('\n').slice(0, 5)).toEqual([
      '@@ -2,2004 +2,2004 @@',
      ' 2',
      ' 3',
      ' 4',
      '-a0',
    ]);
  });
});
