import { expect, it } from 'vitest';
import { openCompanyPauses } from './company-pauses.ts';

it('pauses a company for a time that doubles with each failure, up to five minutes', () => {
  let now = 0;
  const pauses = openCompanyPauses({ now: () => now });
  const lengths = Array.from({ length: 11 }, () => {
    const ms = pauses.failed('a');
    expect(pauses.isPaused('a')).toBe(true);
    now += ms;
    expect(pauses.isPaused('a')).toBe(false);
    return ms;
  });
  expect(lengths.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(lengths.slice(-2)).toEqual([300_000, 300_000]);
  expect(pauses.isPaused('b')).toBe(false);
});

it('forgets the failures of a company that has succeeded, or has long been at peace', () => {
  let now = 0;
  const pauses = openCompanyPauses({ now: () => now });
  expect([pauses.failed('a'), pauses.failed('a')]).toEqual([1_000, 2_000]);
  pauses.succeeded('a');
  expect(pauses.isPaused('a')).toBe(false);
  expect([pauses.failed('a'), pauses.failed('a')]).toEqual([1_000, 2_000]);
  now += 2_000 + 300_000;
  expect(pauses.failed('a')).toBe(1_000);
});

it('remembers a bounded number of companies, those that failed last', () => {
  const pauses = openCompanyPauses({ companiesMax: 2, now: () => 0 });
  for (const companyId of ['a', 'b', 'a', 'c']) pauses.failed(companyId);
  expect(['a', 'b', 'c'].filter((companyId) => pauses.isPaused(companyId))).toEqual(['a', 'c']);
});
