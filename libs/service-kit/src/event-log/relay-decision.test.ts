import { describe, expect, it } from 'vitest';
import {
  afterFailedPass,
  afterPass,
  companiesOfPass,
  COMPANIES_MAX,
  companiesToRepeat,
  decideFindings,
  EVENTS_MAX,
  nextPassAt,
  pauseAfter,
} from './relay-decision.ts';

describe('a pass of the relay', () => {
  it('takes a limited number of the waiting companies, those that wait longest', () => {
    const waiting = new Set(Array.from({ length: COMPANIES_MAX + 1 }, (_, index) => `c${index}`));
    expect(companiesOfPass(waiting)).toEqual([...waiting].slice(0, COMPANIES_MAX));
  });

  it('is repeated for companies of another replica, with a rejected event or with more events', () => {
    const published = [
      { companyId: 'done', seq: 3, count: 3 },
      { companyId: 'rejected', seq: 0, count: 0, error: new Error('no ack') },
      { companyId: 'full', seq: EVENTS_MAX, count: EVENTS_MAX },
    ];
    const locked = new Set(['done', 'rejected', 'full', 'empty']);
    expect(companiesToRepeat(['elsewhere', ...locked], locked, published)).toEqual([
      'elsewhere',
      'rejected',
      'full',
    ]);
  });

  it('is followed by a pause if companies are repeated, and by a longer one if it failed', () => {
    expect(afterPass([], 5).pauseMs).toBe(0);
    const repeated = afterPass(['a'], 5).pauseMs;
    expect(repeated).toBeGreaterThan(0);
    expect(afterFailedPass(['a']).pauseMs).toBeGreaterThan(repeated);
    expect(afterFailedPass(['a']).again).toEqual(['a']);
  });

  it('delays other companies if it failed, and not if some are locked', () => {
    const locked = afterPass(['a'], 5);
    expect(pauseAfter(locked, 1)).toBe(locked.pauseMs);
    expect(pauseAfter(locked, 2)).toBe(0);
    const failed = afterFailedPass(['a']);
    expect(pauseAfter(failed, 1)).toBe(failed.pauseMs);
    expect(pauseAfter(failed, 2)).toBe(failed.pauseMs);
  });

  it('delays the next pass by its events, up to a limit', () => {
    expect([0, 1, 3, 100].map((count) => nextPassAt(1_000, count))).toEqual([
      1_000, 1_005, 1_015, 1_015,
    ]);
  });
});

describe('what the poll has found', () => {
  const found = [
    { companyId: 'own', seq: 7, ageSeconds: 3 },
    { companyId: 'abandoned', seq: 2, ageSeconds: 1.5 },
    { companyId: 'young', seq: 4, ageSeconds: 0.75 },
    { companyId: 'younger', seq: 9, ageSeconds: 0.25 },
  ];
  const isOwn = (companyId: string, seq: number): boolean => companyId === 'own' && seq === 7;
  const published = { isKnown: isOwn, isPublished: isOwn };

  it('is read from the log, unless this process publishes it or it is young', () => {
    expect(decideFindings(found, published)).toEqual({
      abandoned: ['abandoned'],
      againAfterMs: 750,
      oldestSeconds: 1.5,
    });
  });

  it('is late while this process tries to publish it, and is not read from the log', () => {
    expect(decideFindings(found, { ...published, isPublished: () => false })).toEqual({
      abandoned: ['abandoned'],
      againAfterMs: 750,
      oldestSeconds: 3,
    });
  });

  it('is looked for again when the youngest event is old enough', () => {
    expect(decideFindings(found.slice(0, 2), published).againAfterMs).toBeUndefined();
    expect(decideFindings([{ companyId: 'a', seq: 1, ageSeconds: -1 }], published)).toEqual({
      abandoned: [],
      againAfterMs: 1_000,
      oldestSeconds: 0,
    });
  });
});
