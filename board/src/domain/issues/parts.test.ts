import { describe, expect, it } from 'vitest';
import { progressOf } from './parts.ts';

describe('progressOf', () => {
  it('counts what has ended, and names what was cancelled and what is stuck', () => {
    expect(progressOf({ counts: { todo: 2, done: 1 }, open: 2, more: false })).toBe('1 of 3 ended');
    const counts = { blocked: 1, done: 1, cancelled: 2 };
    expect(progressOf({ counts, open: 1, more: false })).toBe(
      '3 of 4 ended, 2 cancelled, 1 blocked',
    );
  });

  it('says that there are more than were counted', () => {
    expect(progressOf({ counts: { todo: 1_000 }, open: 1_000, more: true })).toBe(
      '0 of more than 1000 ended',
    );
  });
});
