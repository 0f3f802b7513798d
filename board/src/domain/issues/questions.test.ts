import { describe, expect, it } from 'vitest';
import { answerWords, optionsOf, outcomeOf } from './questions.ts';

describe('a question', () => {
  it('has its answer in words', () => {
    expect([true, false, 'Red', ['Red', 'Blue'], []].map(answerWords)).toEqual([
      'Yes',
      'No',
      'Red',
      'Red, Blue',
      'None of them',
    ]);
  });

  it('says how it has ended', () => {
    const of = { state: 'answered', answer: 'Red', byDefault: false, closedByName: 'Una' } as const;
    expect(outcomeOf({ ...of, state: 'open', answer: null })).toBeUndefined();
    expect(outcomeOf(of)).toBe('Answered by Una');
    expect(outcomeOf({ ...of, state: 'withdrawn', answer: null })).toBe('Withdrawn by Una');
    const expired = { ...of, state: 'expired', closedByName: null } as const;
    expect(outcomeOf({ ...expired, byDefault: true })).toContain('default');
    expect(outcomeOf({ ...expired, answer: null })).toContain('without an answer');
  });

  it('takes a line of a form as an option', () => {
    expect(optionsOf(' Red \n\nBlue\nRed\n')).toEqual(['Red', 'Blue']);
  });
});
