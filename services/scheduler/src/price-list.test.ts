import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { PriceFile, shippedPrices } from './price-list.ts';

const entry = {
  input: 3,
  cacheWrite: 3.75,
  cachedInput: 0.3,
  output: 15,
  date: '2026-11-20',
  source: 'contract of 2026',
};
const folder = mkdtempSync(join(tmpdir(), 'prices-'));
const file = (content: unknown): string => {
  const path = join(folder, 'prices.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const faultsOf = (path: string): string =>
  PriceFile.safeParse(path)
    .error?.issues.map(({ message }) => message)
    .join('; ') ?? '';

describe('the list of prices', () => {
  it.each(['codex', 'opencode', 'gemini_cli'] as const)('has the example model of %s', (type) => {
    const { model } = adapters[type].example as { readonly model: string };
    expect(Object.keys(shippedPrices().models)).toContain(model.split('/').at(-1));
  });

  it('is shipped, and reading from a cache is cheaper than anything else', () => {
    const models = Object.entries(shippedPrices().models);
    expect(models.length).toBeGreaterThan(5);
    for (const [, { longPrompts, ...price }] of models) {
      for (const { input, cacheWrite, cachedInput, output } of [price, longPrompts ?? price]) {
        expect(cachedInput).toBeLessThan(input);
        // What billing charges for a price that is unknown.
        expect(cachedInput).toBeLessThanOrEqual(output / 10);
        expect(input).toBeLessThanOrEqual(cacheWrite);
        expect(cacheWrite).toBeLessThan(output);
      }
      expect(longPrompts?.cachedInput ?? Infinity).toBeGreaterThan(price.cachedInput);
    }
  });

  it('is read from a file of the operator', () => {
    expect(PriceFile.parse(file({ models: { 'in-house': entry } })).models['in-house']).toEqual(
      entry,
    );
  });

  it('names what is wrong with the file, and takes nothing of it', () => {
    const wrong = (fields: object) => faultsOf(file({ models: { m: { ...entry, ...fields } } }));
    expect(wrong({ output: -1 })).toContain('models.m.output: ');
    expect(wrong({ date: 'today' })).toContain('models.m.date: ');
    expect(wrong({ perRequest: 1 })).toContain('models.m: ');
    expect(wrong({ longPrompts: { input: 6 } })).toContain('models.m.longPrompts.aboveTokens: ');
    expect(faultsOf(file('{'))).toContain('JSON');
    expect(faultsOf(join(folder, 'absent.json'))).toContain('absent.json');
  });
});
