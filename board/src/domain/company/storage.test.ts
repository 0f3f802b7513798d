import { expect, it } from 'vitest';
import { nearlyFull, storedIn } from './storage.ts';

const stored = { bytes: 1, bytesMost: 1_048_576, rows: 0, rowsMost: 0 } as const;

it('tells a company that is nearly full by its fullest service', () => {
  expect(nearlyFull([])).toBeUndefined();
  expect(nearlyFull(undefined)).toBeUndefined();
  expect(nearlyFull([stored, { ...stored, rows: 79, rowsMost: 100 }])).toBeUndefined();
  expect(nearlyFull([stored, { ...stored, rows: 80, rowsMost: 100 }])).toBe(0.8);
  expect(nearlyFull([{ ...stored, bytes: 2_097_152 }, stored])).toBe(2);
});

it('says what is stored, of how much where there is a limit', () => {
  expect(storedIn(stored)).toBe('1 of 1 MB, 0 entries');
  expect(storedIn({ ...stored, bytesMost: 0, rows: 1_204, rowsMost: 5_000 })).toBe(
    '1 MB, 1,204 of 5,000 entries',
  );
});
