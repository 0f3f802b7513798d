import { describe, expect, it } from 'vitest';
import { choiceOf, INHERITED, roundsOf, ruleOfChoice, whoReviews } from './reviews.ts';

describe('the choice of a policy', () => {
  it.each(['anyone', 'not_author', 'person', INHERITED, 'agent:a-1', 'user:u-1'])(
    'is told and taken back: %s',
    (choice) => {
      expect(choiceOf(ruleOfChoice(choice))).toBe(choice);
    },
  );

  it('is inherited where the release before leaves it out', () => {
    expect(choiceOf({})).toBe(INHERITED);
  });
});

it('says who reviews, and in which round', () => {
  expect(whoReviews({ policy: 'person' })).toBe('A person');
  expect(whoReviews({ policy: 'named' }, 'Ada')).toBe('Ada');
  expect(roundsOf({ rounds: 2, maxRounds: 5 })).toBe('Round 2 of 5.');
  expect(roundsOf({ rounds: 6, maxRounds: 5 })).toContain('the board decides');
});
