import { describe, expect, it } from 'vitest';
import { progressWords } from '../planning.ts';
import { countedOf, progressNotes, titlesOf } from './parts.ts';

describe('the progress of parts', () => {
  it('counts what is done, and names what was cancelled and what is blocked', () => {
    const parts = { counts: { blocked: 1, done: 1, cancelled: 2 }, more: false };
    expect(progressWords(countedOf(parts))).toBe('1 of 2 done, 50%');
    expect(progressNotes(parts)).toBe('1 blocked, 2 cancelled');
    expect(progressNotes({ counts: { done: 3 }, more: false })).toBe('');
  });

  it('says that there are more than were counted', () => {
    expect(progressWords(countedOf({ counts: { todo: 1_000 }, more: true }))).toBe(
      '0 of 1,000+ done',
    );
  });
});

describe('titlesOf', () => {
  it('takes each line for a part, and leaves out empty ones', () => {
    expect(titlesOf('One\n\n  Two \r\n')).toEqual(['One', 'Two']);
    expect(titlesOf(' \n')).toEqual([]);
  });
});
