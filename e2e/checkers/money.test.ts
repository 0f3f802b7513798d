import { describe, expect, it } from 'vitest';
import {
  calendarOf,
  faultsOfBookings,
  faultsOfResumes,
  faultsOfRuns,
  faultsOfSums,
  sumBy,
  type Booking,
  type Report,
  type Resume,
} from './money.ts';

const report = (fields: Partial<Report> = {}): Report => ({
  eventId: 'e1',
  agentId: 'ann',
  costCents: 5,
  answeredId: 'c1',
  ...fields,
});
const booking = (fields: Partial<Booking> = {}): Booking => ({
  id: 'c1',
  eventId: 'e1',
  agentId: 'ann',
  costCents: 5,
  month: '2026-11',
  occurredAt: '2026-11-21T12:00:00.000Z',
  ...fields,
});
const faults = (reports: Report[], booked: Booking[]): string[] =>
  faultsOfBookings(reports, booked, 'UTC');

describe('the judge of bookings', () => {
  it('accepts what was reported, answered and booked once', () => {
    expect(faults([report()], [booking()])).toEqual([]);
  });

  it('accepts that a report with an unknown outcome is booked, or not', () => {
    const unknown = report({ answeredId: undefined });
    expect(faults([unknown], [booking()])).toEqual([]);
    expect(faults([unknown], [])).toEqual([]);
  });

  it.each([
    ['is lost though it was answered', [report()], []],
    ['is booked twice', [report()], [booking(), booking({ id: 'c2' })]],
    [
      'is booked twice with an unknown outcome',
      [report({ answeredId: undefined })],
      [booking(), booking({ id: 'c2' })],
    ],
    ['was never reported', [], [booking()]],
    ['was answered with another id', [report({ answeredId: 'c2' })], [booking()]],
    ['is booked with a cent more', [report()], [booking({ costCents: 6 })]],
    ['is booked for another agent', [report()], [booking({ agentId: 'bob' })]],
    [
      'is booked at another time',
      [report({ occurredAt: '2026-11-20T12:00:00.000Z' })],
      [booking()],
    ],
    ['is booked into another month', [report()], [booking({ month: '2026-10' })]],
  ])('refuses a cost that %s', (_, reports, booked) => {
    expect(faults(reports, booked)).toHaveLength(1);
  });

  it('uses the calendar of the time zone', () => {
    const midnight = '2026-10-31T10:00:00.000Z';
    expect(calendarOf('UTC')(midnight)).toBe('2026-10');
    expect(calendarOf('Pacific/Kiritimati')(midnight)).toBe('2026-11');
  });
});

describe('the judge of sums', () => {
  const sums = sumBy(
    [
      ['ann', 2],
      ['bob', 0],
      ['ann', 3],
    ] as const,
    ([name]) => name,
    ([, cents]) => cents,
  );

  it('accepts equal sums, with or without sums of 0', () => {
    expect(sums).toEqual(new Map([['ann', 5]]));
    expect(
      faultsOfSums(
        'spend',
        sums,
        new Map([
          ['ann', 5],
          ['bob', 0],
        ]),
      ),
    ).toEqual([]);
  });

  it.each([
    ['a cent is missing', [['ann', 4]]],
    ['a cent is too much', [['ann', 6]]],
    ['an agent is missing', []],
    [
      'an agent is listed that spent nothing',
      [
        ['ann', 5],
        ['eve', 1],
      ],
    ],
  ] as const)('refuses sums in which %s', (_, actual) => {
    expect(faultsOfSums('spend', sums, new Map(actual))).toHaveLength(1);
  });
});

describe('the judge of resumes', () => {
  const paused = (pauseReason: string): Resume => ({
    action: 'agent.paused',
    agentId: 'ann',
    pauseReason,
    byPerson: false,
  });
  const resumed = (byPerson: boolean): Resume => ({
    action: 'agent.resumed',
    agentId: 'ann',
    pauseReason: null,
    byPerson,
  });

  it('accepts that a budget resumes agents that it paused, and a person any agent', () => {
    expect(faultsOfResumes([paused('budget'), resumed(false)])).toEqual([]);
    expect(faultsOfResumes([paused('manual'), resumed(true)])).toEqual([]);
  });

  it('refuses that a budget resumes agents that it did not pause', () => {
    expect(faultsOfResumes([paused('manual'), resumed(false)])).toHaveLength(1);
    expect(faultsOfResumes([resumed(false)])).toHaveLength(1);
    expect(faultsOfResumes([paused('budget'), resumed(false), resumed(false)])).toHaveLength(1);
  });
});

describe('the judge of runs', () => {
  const stop = { agentId: 'ann', from: 1_000, to: 9_000 };
  const run = (startedAt: number, finishedAt?: number) => ({
    runId: 'r',
    agentId: 'ann',
    startedAt,
    finishedAt,
  });
  const late = (...runs: ReturnType<typeof run>[]): string[] =>
    faultsOfRuns([stop], runs, (from) => from + 500);

  it('accepts runs before a stop, those that it ends in time, and those after it', () => {
    expect(late(run(0, 900), run(0, 1_400), run(1_100, 1_500), run(9_000))).toEqual([]);
  });

  it('accepts any runs of other agents', () => {
    expect(late({ ...run(0), agentId: 'bob' })).toEqual([]);
  });

  it.each([
    ['stays live', run(0)],
    ['ends too late', run(0, 1_600)],
    ['starts during a stop', run(2_000, 2_001)],
  ])('refuses a run that %s', (_, one) => {
    expect(late(one)).toHaveLength(1);
  });
});
