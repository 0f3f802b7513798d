import type { BoardInbox } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  countWord,
  isEmpty,
  issuesOf,
  stuckWord,
  none,
  totalOf,
  waitsIn,
} from './inbox.ts';

const inbox = {
  companies: [
    { companyId: 'a', counts: { ...none, approvals: 2, stuck: 1 } },
    { companyId: 'b', counts: { ...none, approvals: 3 } },
  ],
  issues: [
    { id: '1', reason: 'stuck' },
    { id: '2', reason: 'assigned' },
  ],
} as unknown as BoardInbox;

describe('the inbox', () => {
  it('counts a company in the frame as the sections of the page do', () => {
    expect(totalOf(waitsIn(inbox, 'a')) + totalOf(waitsIn(inbox, 'b'))).toBe(
      countOf(inbox, 'approvals') + countOf(inbox, 'stuck'),
    );
    expect(waitsIn(inbox, 'a').approvals).toBe(2);
  });

  it('has nothing of a company in which nothing waits, or before it is read', () => {
    expect(totalOf(waitsIn(inbox, 'c'))).toBe(0);
    expect(totalOf(waitsIn(undefined, 'a'))).toBe(0);
    expect(isEmpty(inbox)).toBe(false);
    expect(isEmpty({ ...inbox, companies: [] })).toBe(true);
  });

  it.each([
    ['run_cancelled', 'Its run was cancelled, and nothing follows'],
    ['agent_terminated', 'Its agent was terminated'],
    ['a cause of a later release', undefined],
    [null, undefined],
  ])('says of what is stuck by %s why: %s', (stuckBy, word) => {
    expect(stuckWord({ stuckBy })).toBe(word);
  });

  it('has an issue under its reason, and says where a count has ended', () => {
    expect(issuesOf(inbox, 'stuck').map(({ id }) => id)).toEqual(['1']);
    expect(countWord(999)).toBe('999');
    expect(countWord(1_000)).toBe('1,000+');
  });
});
