import type { ReviewPolicy } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { anIssue, ANN, BOB } from '../../../test/fixtures/issues.ts';
import { anyoneReviews, isLaxer, type ReviewRule, ruleOf } from './review-rule.ts';

const rule = (policy: ReviewPolicy, more: Partial<ReviewRule> = {}): ReviewRule => ({
  ...anyoneReviews,
  policy,
  ...more,
});

describe('ruleOf', () => {
  it('takes the policy with whom it names, and the evidence, each from the nearest', () => {
    const inherited = rule('named', { agentId: ANN, evidence: 'link' });
    expect(ruleOf(anIssue('todo'), inherited)).toEqual(inherited);
    expect(ruleOf(anIssue('todo', { reviewPolicy: 'person' }), inherited)).toEqual(
      rule('person', { evidence: 'link' }),
    );
    expect(ruleOf(anIssue('todo', { reviewEvidence: 'none' }), inherited)).toEqual(
      rule('named', { agentId: ANN }),
    );
  });
});

describe('isLaxer', () => {
  it.each([
    ['the same', rule('person'), rule('person'), false],
    ['stricter', rule('anyone'), rule('not_author'), false],
    ['stricter, to one by name', rule('not_author'), rule('named', { agentId: ANN }), false],
    ['laxer', rule('not_author'), rule('anyone'), true],
    ['from a person to one by name', rule('person'), rule('named', { agentId: ANN }), true],
    ['another name', rule('named', { agentId: ANN }), rule('named', { agentId: BOB }), true],
    ['without a link', rule('anyone', { evidence: 'link' }), rule('person'), true],
    ['with a link', rule('person'), rule('person', { evidence: 'link' }), false],
  ])('%s', (_, before, after, laxer) => {
    expect(isLaxer(before, after)).toBe(laxer);
  });
});
