import { describe, expect, it } from 'vitest';
import { bytesOf, cut, fit } from './fit.ts';

const numbered = Array.from({ length: 100 }, (_, index) => `${index} ${'é'.repeat(50)}`);
const build = (shown: readonly string[], textMax: number) => ({
  none: null,
  empty: [],
  items: shown.map((text) => cut(text, textMax)),
});

describe('an answer', () => {
  it('has as many items as fit into its bytes, and one more would not', () => {
    for (const keep of ['first', 'last'] as const) {
      const text = fit({ maxBytes: 2_000, items: numbered, keep, build });
      expect(bytesOf(text)).toBeLessThanOrEqual(2_000);
      const { items } = JSON.parse(text) as { items: string[] };
      expect(bytesOf(text) + bytesOf(JSON.stringify(numbered[50])) + 1).toBeGreaterThan(2_000);
      expect(items[0]).toBe(keep === 'first' ? numbered[0] : numbered[100 - items.length]);
    }
  });

  it('has no nulls and nothing empty', () => {
    expect(fit({ maxBytes: 100, items: [], keep: 'first', build })).toBe('{}');
  });

  it('has a text that is cut, and says so, where one item alone is too long', () => {
    const text = fit({ maxBytes: 1_500, items: ['a'.repeat(5_000), 'b'], keep: 'first', build });
    expect(bytesOf(text)).toBeLessThanOrEqual(1_500);
    expect(JSON.parse(text)).toEqual({
      items: [`${'a'.repeat(1_000)} … 4000 more characters`, 'b'],
    });
  });

  it('cuts no character in half', () => {
    expect(cut('a😀b', 2)).toBe('a … 3 more characters');
  });
});
