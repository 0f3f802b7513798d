import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contracts } from './index.ts';
import { readTolerantly } from './tolerant-reader.ts';

const Snapshot = z.object({
  type: z.enum(['process', 'http']),
  name: z.string().min(1).max(5),
  size: z.int().max(10).optional(),
  labels: z.array(z.enum(['red', 'blue'])).max(2),
  limits: z.object({ unit: z.enum(['cent']).nullable() }).default({ unit: null }),
  counts: z.record(z.enum(['open']), z.int()),
});
const snapshot = { type: 'http', name: 'Ada', labels: ['red'], counts: { open: 1 } };

describe('what another release has emitted', () => {
  it('is read by the contract, with its defaults and without unknown fields', () => {
    expect(readTolerantly(Snapshot, { ...snapshot, more: 1 }).data).toEqual({
      ...snapshot,
      limits: { unit: null },
    });
  });

  it.each([
    ['a new value of an enumeration', { type: 'claude_code' }],
    ['a longer text', { name: 'Ada Lovelace' }],
    ['a larger number', { size: 11 }],
    ['more entries', { labels: ['red', 'blue', 'green'] }],
    ['a new value within an object', { limits: { unit: 'credit' } }],
    ['a new key of a record', { counts: { open: 1, held: 2 } }],
  ])('keeps %s, and still loses unknown fields', (_, change) => {
    expect(readTolerantly(Snapshot, { ...snapshot, ...change, more: 1 }).data).toEqual({
      ...snapshot,
      limits: { unit: null },
      ...change,
    });
  });

  it.each([
    ['another type', { name: 7 }, 'name'],
    ['a missing field', { labels: undefined }, 'labels'],
    ['another type beside a new value', { type: 'claude_code', name: null }, 'type'],
  ])('is refused for %s, with the faults of the contract', (_, change, field) => {
    const { error } = readTolerantly(Snapshot, { ...snapshot, ...change });
    expect(error?.issues[0]?.path).toEqual([field]);
  });

  it('may be any variant that has the known tag', () => {
    const Variants = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), of: z.enum(['x']) }),
      z.object({ kind: z.literal('b') }),
    ]);
    expect(readTolerantly(Variants, { kind: 'a', of: 'y' }).data).toEqual({ kind: 'a', of: 'y' });
    expect(readTolerantly(Variants, { kind: 'c' }).success).toBe(false);
  });

  it('can be any event of the contracts', () => {
    for (const { events } of contracts) {
      for (const { payload } of Object.values(events)) {
        expect(() => readTolerantly(payload, {})).not.toThrow();
      }
    }
  });
});
