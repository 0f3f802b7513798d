import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusals, runErrors } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { isOfLimit, ofNobody, shares } from './shares.ts';

const root = join(import.meta.dirname, '..');
const known: [string, { readonly meaning?: string; readonly status?: number }][] = [
  ...Object.entries(runErrors),
  ...Object.entries(refusals),
];

describe('what a company can use up', () => {
  it('has a row for each refusal and each error of a run that says so', () => {
    const limits = known
      .filter(([code, { status }]) => isOfLimit(code, status))
      .map(([code]) => code);
    const listed = [...shares.flatMap(({ codes }) => codes), ...Object.keys(ofNobody)];
    expect(limits.filter((code) => !listed.some((one) => one === code))).toEqual([]);
  });

  it.each(['too_many_hats', 'disk_quota_reached', 'desks_full'])('takes %s for a limit', (code) => {
    expect(isOfLimit(code)).toBe(true);
  });

  it('takes a refusal for a limit by its status, and no other', () => {
    expect([isOfLimit('busy', 429), isOfLimit('busy', 503)]).toEqual([true, true]);
    expect([isOfLimit('name_taken', 409), isOfLimit('fullness', 422)]).toEqual([false, false]);
  });

  it.each(shares.map((share) => [share.resource, share] as const))(
    'is tried: %s',
    (_, { codes, test, says }) => {
      expect(existsSync(join(root, test))).toBe(true);
      const text = readFileSync(join(root, test), 'utf8');
      for (const words of says ? [says] : codes) expect(text).toContain(words);
      expect(codes.length > 0 || says !== undefined).toBe(true);
    },
  );

  it('names each resource once', () => {
    const names = shares.map(({ resource }) => resource);
    expect(new Set(names).size).toBe(names.length);
  });
});
