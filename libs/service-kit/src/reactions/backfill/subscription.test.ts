import { describe, expect, it } from 'vitest';
import { backfillsAt, isTakenOver } from './subscription.ts';

const first = new Set(['copy created']);
const later = new Set(['copy created', 'copy renamed', 'wake created']);
const ownOf = (entries: ReadonlySet<string>, withHistory = entries) => ({
  producer: 'agents',
  id: 2,
  entries,
  withHistory,
});
const at = (lastSeq: number, subscriptionId: number | null, subscriptionSeq = lastSeq) => ({
  lastSeq,
  subscriptionId,
  subscriptionSeq,
});

describe('the backfills of a take-over', () => {
  it('give a new entry the whole log', () => {
    const backfills = backfillsAt(at(7, 1), ownOf(later), { mover: first, first });
    expect([...backfills]).toEqual([
      ['copy renamed', 0],
      ['wake created', 0],
    ]);
  });

  it('are none for a new entry without history, nor in an empty log', () => {
    const own = ownOf(later, new Set());
    expect(backfillsAt(at(7, 1), own, { mover: first, first }).size).toBe(0);
    expect(backfillsAt(at(0, 1), ownOf(later), { mover: first, first }).size).toBe(0);
  });

  it('keep the position of the entries that the next process does not apply', () => {
    const backfills = backfillsAt(at(7, 2), ownOf(first), { mover: later, first });
    expect([...backfills]).toEqual([
      ['copy renamed', 7],
      ['wake created', 7],
    ]);
  });

  it('begin where code without subscriptions went on alone', () => {
    const backfills = backfillsAt(at(9, 2, 7), ownOf(later), { mover: later, first });
    expect([...backfills]).toEqual([
      ['copy renamed', 7],
      ['wake created', 7],
    ]);
  });

  it('are none where code without subscriptions heard the same', () => {
    expect(backfillsAt(at(9, null, 0), ownOf(first), { mover: first, first }).size).toBe(0);
  });
});

describe('a cursor', () => {
  it('is taken over by the subscription that has moved it last, and by any before its first event', () => {
    expect(isTakenOver(at(7, 2), 2)).toBe(true);
    expect(isTakenOver(at(7, 1), 2)).toBe(false);
    expect(isTakenOver(at(7, 2, 6), 2)).toBe(false);
    expect(isTakenOver(at(0, null), 2)).toBe(true);
    expect(isTakenOver(at(7, null, 0), 2)).toBe(false);
  });

  it('that an operator has wound back stays with its subscription', () => {
    expect(isTakenOver(at(3, 2, 7), 2)).toBe(true);
    expect(isTakenOver(at(0, 1, 0), 2)).toBe(false);
  });
});
