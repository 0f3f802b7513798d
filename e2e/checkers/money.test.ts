import { describe, expect, test } from 'vitest';
import {
  calendarOf, faultsOfBookings, faultsOfResumes, faultsOfRuns, faultsOfSums, sumBy,
} from './money.ts';
import type { Booking, Report, Resume } from './money.ts';

const report = (fields: Partial<Report> = {}): Report => ({
  eventId: 'e1', agentId: 'ann', costCents: 5, answeredId: 'c1', ...fields,
});
const booking = (fields: Partial<Booking> = {}): Booking => ({
  id: 'c1', eventId: 'e1', agentId: 'ann', costCents: 5, month: '2026-11',
  occurredAt: '2026-11-21T12:00:00.000Z', ...fields,
});
const faults = (reports: Report[], booked: Booking[]): string[] =>
  faultsOfBookings(reports, booked, 'UTC');

describe('the judge of bookings', () => {
  test('accepts what was reported, answered and booked once', () => {
    expect(faults([report()], [booking()])).toEqual([]);
  });

  test('lets a report that nobody heard of be booked, or not', () => {
    const unheard = report({ answeredId: undefined });
    expect(faults([unheard], [booking()])).toEqual([]);
    expect(faults([unheard], [])).toEqual([]);
  });

  test.each([
    ['is lost though it was answered', [report()], []],
    ['is booked twice', [report()], [booking(), booking({ id: 'c2' })]],
    ['is booked twice though nobody heard of it',
      [report({ answeredId: undefined })], [booking(), booking({ id: 'c2' })]],
    ['was never reported', [], [booking()]],
    ['was answered as another one', [report({ answeredId: 'c2' })], [booking()]],
    ['is booked with a cent more', [report()], [booking({ costCents: 6 })]],
    ['is booked for another agent', [report()], [booking({ agentId: 'bob' })]],
    ['is booked at another time',
      [report({ occurredAt: '2026-11-20T12:00:00.000Z' })], [booking()]],
    ['is booked into another month', [report()], [booking({ month: '2026-10' })]],
  ])('refuses a cost that %s', (_, reports, booked) => {
    expect(faults(reports, booked)).toHaveLength(1);
  });

  test('knows the month of a zone by its own calendar', () => {
    const midnight = '2026-10-31T10:00:00.000Z';
    expect(calendarOf('UTC')(midnight)).toBe('2026-10');
    expect(calendarOf('Pacific/Kiritimati')(midnight)).toBe('2026-11');
  });
});

describe('the judge of sums', () => {
  const sums = sumBy(
    [['ann', 2], ['bob', 0], ['ann', 3]] as const, ([name]) => name, ([, cents]) => cents,
  );

  test('accepts equal sums, whether or not nothing is told of nothing', () => {
    expect(sums).toEqual(new Map([['ann', 5]]));
    expect(faultsOfSums('spend', sums, new Map([['ann', 5], ['bob', 0]]))).toEqual([]);
  });

  test.each([
    ['a cent is missing', [['ann', 4]]],
    ['a cent is too much', [['ann', 6]]],
    ['somebody is missing', []],
    ['somebody is there who spent nothing', [['ann', 5], ['eve', 1]]],
  ] as const)('refuses sums in which %s', (_, told) => {
    expect(faultsOfSums('spend', sums, new Map(told))).toHaveLength(1);
  });
});

describe('the judge of resumes', () => {
  const paused = (pauseReason: string): Resume =>
    ({ action: 'agent.paused', agentId: 'ann', pauseReason, byPerson: false });
  const resumed = (byPerson: boolean): Resume =>
    ({ action: 'agent.resumed', agentId: 'ann', pauseReason: null, byPerson });

  test('accepts that money lets go on whom it had stopped, and a person anybody', () => {
    expect(faultsOfResumes([paused('budget'), resumed(false)])).toEqual([]);
    expect(faultsOfResumes([paused('manual'), resumed(true)])).toEqual([]);
  });

  test('refuses that money lets go on whom somebody else had stopped, or whom nobody had', () => {
    expect(faultsOfResumes([paused('manual'), resumed(false)])).toHaveLength(1);
    expect(faultsOfResumes([resumed(false)])).toHaveLength(1);
    expect(faultsOfResumes([paused('budget'), resumed(false), resumed(false)])).toHaveLength(1);
  });
});

describe('the judge of runs', () => {
  const stop = { agentId: 'ann', from: 1_000, to: 9_000 };
  const run = (startedAt: number, finishedAt?: number) =>
    ({ runId: 'r', agentId: 'ann', startedAt, finishedAt });
  const late = (...runs: ReturnType<typeof run>[]): string[] =>
    faultsOfRuns([stop], runs, (from) => from + 500);

  test('accepts runs before a stop, those that it ends in time, and those after it', () => {
    expect(late(run(0, 900), run(0, 1_400), run(1_100, 1_500), run(9_000))).toEqual([]);
  });

  test('accepts whatever others do', () => {
    expect(late({ ...run(0), agentId: 'bob' })).toEqual([]);
  });

  test.each([
    ['lives on', run(0)], ['ends too late', run(0, 1_600)], ['starts in a stop', run(2_000, 2_001)],
  ])('refuses a run that %s', (_, one) => {
    expect(late(one)).toHaveLength(1);
  });
});
