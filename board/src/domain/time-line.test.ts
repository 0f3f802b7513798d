import type { Activity } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { lifeOf } from './issue-life.ts';
import { runLine } from './runs/run-line.ts';
import { drawn, wordsOf } from './time-line.ts';

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 24, 12, minutes)).toISOString();
const event = (minutes: number, status: string | undefined, actorName: string): Activity =>
  ({ createdAt: at(minutes), actorName, details: { status } }) as unknown as Activity;

describe('the life of an issue', () => {
  it('has a stretch for each status, whatever the order of its events', () => {
    const events = [
      event(9, 'done', 'you'),
      event(5, 'in_progress', 'Grace'),
      event(6, 'in_progress', 'Grace'),
      event(0, 'todo', 'you'),
      event(1, undefined, 'you'),
    ];
    expect(lifeOf(events, at(60)).map(({ word, from, to }) => [word, from, to])).toEqual([
      ['To do', at(0), at(5)],
      ['In progress', at(5), at(9)],
      ['Done', at(9), at(9)],
    ]);
    expect(lifeOf(events.slice(1), at(60)).at(-1)?.to).toBe(at(60));
  });
});

describe('the line of a run', () => {
  const list = <T>(items: T[]) => ({ count: items.length, items, more: false });
  const none = list([]);
  const issues = {
    checkedOut: list([{ issueId: 'i', identifier: 'ACM-1', title: '', at: at(3) }]),
    released: none,
    created: none,
    changed: none,
    comments: none,
  };

  it('waits, works, and says what it did between', () => {
    const run = {
      createdAt: at(0),
      startedAt: at(2),
      finishedAt: at(4),
      status: 'succeeded',
    } as const;
    const line = runLine(run, { issues, approvals: null }, at(60));
    expect(line.map(({ word, to }) => [word, to])).toEqual([
      ['Waited for its start', at(2)],
      ['Worked', at(3)],
      ['Worked, after it checked out ACM-1', at(4)],
    ]);
  });

  it.each(['failed', 'timed_out', 'lost'] as const)('ends in red if the run has %s', (status) => {
    const run = { createdAt: at(0), startedAt: at(2), finishedAt: at(4), status };
    const line = runLine(run, { issues, approvals: null }, at(60));
    expect(line.map(({ tone }) => tone)).toEqual(['quiet', 'work', 'error']);
  });

  it('grows while the run is live, and only waits before it starts', () => {
    const run = { createdAt: at(0), startedAt: null, finishedAt: null, status: 'queued' } as const;
    expect(runLine(run, undefined, at(7))).toMatchObject([{ from: at(0), to: at(7) }]);
  });
});

describe('a bar', () => {
  const stretch = (from: number, to: number) =>
    ({ word: '', tone: 'work', from: at(from), to: at(to), who: undefined }) as const;

  it.each([
    [0, 2, 102],
    [0, 50, 51],
    [0, 1, 3],
  ])('is to scale: from %i over %i to %i', (from, between, to) => {
    const [one, other] = drawn([stretch(from, between), stretch(between, to)]);
    expect(one).toMatchObject({ start: 0 });
    expect(one?.end).toBeCloseTo(between / to, 5);
    expect(other?.start).toBeCloseTo(between / to, 5);
    expect(other?.end).toBe(1);
  });

  it('shows one stretch, and what took no time', () => {
    expect(drawn([stretch(0, 50)])).toMatchObject([{ start: 0, end: 1 }]);
    expect(drawn([stretch(1, 1)])).toMatchObject([{ start: 0 }]);
    expect(drawn([])).toEqual([]);
  });

  it('has a word for each tone, with the time of all its stretches', () => {
    const waited = { ...stretch(0, 1), word: 'Waited', tone: 'quiet' } as const;
    const worked = { ...stretch(1, 3), word: 'Worked' };
    const again = { ...stretch(3, 4), word: 'Worked, after it changed ACM-1' };
    expect(wordsOf([waited, worked, again])).toEqual([
      { word: 'Waited', tone: 'quiet', ms: 60_000 },
      { word: 'Worked', tone: 'work', ms: 180_000 },
    ]);
  });
});
