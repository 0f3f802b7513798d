import { describe, expect, it } from 'vitest';
import { sentenceOf, subjectOf } from './events.ts';

describe('an event', () => {
  it('is a sentence about what it names', () => {
    expect(sentenceOf('issue.checked_out')).toBe('checked out issue');
    expect(subjectOf({ details: { identifier: 'ACM-1', title: 'Plan', status: 'todo' } })).toBe(
      'ACM-1 Plan',
    );
    expect(sentenceOf('issue.commented')).toBe('commented on issue');
    expect(subjectOf({ details: { name: 'Ada', title: 'Chief' } })).toBe('Ada');
    expect(subjectOf({ details: {} })).toBe('');
  });
});
