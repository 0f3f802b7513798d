/** Words and marks can be read on every ground, in both themes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const grounds = ['paper', 'raised', 'sunk'];
  const words = [...tokens.keys()].filter((name) => /^(ink|dim|spruce|call|state-)/.test(name));

  it.each(words)('shows %s with a contrast of 4.5 on every ground', (name) => {
    const ratios = grounds.map((ground) => contrast(colour(name, theme), colour(ground, theme)));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  });

  it('shows the edges of controls with a contrast of 3', () => {
    expect(contrast(colour('edge', theme), colour('paper', theme))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour('on-spruce', theme), colour('spruce', theme))).toBeGreaterThan(4.5);
  });
});

const colour = (name: string, theme: 'light' | 'dark'): string => {
  const found = tokens.get(name)?.[theme];
  if (found === undefined) throw new Error(`tokens.css has no ${name}`);
  return found;
};

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
