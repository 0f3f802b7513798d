import { serviceNames, type Activity } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { mergeActivity, type ActivityParts, type ActivityPositions } from './merge-activity.ts';

const entry = (service: string, seq: number, second: number): Activity => ({
  id: '00000000-0000-7000-8000-000000000000',
  companyId: '00000000-0000-7000-8000-000000000001',
  service,
  seq,
  actorType: 'user',
  actorId: 'a',
  actorName: 'A',
  action: 'issue.created',
  entityType: 'issue',
  entityId: '00000000-0000-7000-8000-000000000002',
  agentId: null,
  runId: null,
  requestId: null,
  causedBy: null,
  details: {},
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
});

/** What the services answer: their logs below a position, newest first, a few at a time. */
const ask = (logs: ActivityParts, before: ActivityPositions, partLimit: number): ActivityParts =>
  Object.fromEntries(
    serviceNames.map((service) => {
      const below = (logs[service] ?? []).filter(({ seq }) => seq < (before[service] ?? Infinity));
      return [service, below.toSorted((a, b) => b.seq - a.seq).slice(0, partLimit)];
    }),
  );

const names = (entries: readonly Activity[]): string[] =>
  entries.map(({ service, seq }) => `${service} ${seq}`);

/** Every page of a walk through logs that may grow meanwhile. */
function walk(logs: ActivityParts, size: number, afterFirst: ActivityParts = {}): string[][] {
  const pages: string[][] = [];
  let before: ActivityPositions = {};
  let now = logs;
  for (let count = 0; count < 50; count++) {
    const page = mergeActivity(ask(now, before, size + 1), before, { size, partLimit: size + 1 });
    pages.push(names(page.items));
    if (!page.next) return pages;
    before = page.next;
    now = Object.fromEntries(
      serviceNames.map((service) => [
        service,
        [...(logs[service] ?? []), ...(afterFirst[service] ?? [])],
      ]),
    );
  }
  throw new Error('the walk does not end');
}

const logs: ActivityParts = {
  agents: [entry('agents', 1, 1), entry('agents', 2, 4)],
  issues: [entry('issues', 1, 2), entry('issues', 2, 3), entry('issues', 3, 5)],
};
const all = ['issues 3', 'agents 2', 'issues 2', 'issues 1', 'agents 1'];

describe('mergeActivity', () => {
  it.each([1, 2, 3, 4, 5, 6])('lists everything once, newest first, %i at a time', (size) => {
    const pages = walk(logs, size);
    expect(pages.flat()).toEqual(all);
    expect(pages.every((page) => page.length > 0)).toBe(true);
  });

  it('has one empty page for an empty log', () => {
    expect(walk({}, 3)).toEqual([[]]);
  });

  it('is not shifted by events between two pages', () => {
    const meanwhile: ActivityParts = {
      agents: [entry('agents', 3, 60)],
      issues: [entry('issues', 4, 61)],
      billing: [entry('billing', 1, 62)],
    };
    expect(walk(logs, 2, meanwhile).flat()).toEqual(all);
  });

  it('keeps the order of one log even if its clock went back', () => {
    const stepped = { issues: [entry('issues', 1, 9), entry('issues', 2, 3)] };
    expect(walk(stepped, 1).flat()).toEqual(['issues 2', 'issues 1']);
  });

  it('continues after a part that filled its limit exactly', () => {
    const part = [entry('issues', 7, 2), entry('issues', 6, 1)];
    const page = mergeActivity({ issues: part }, {}, { size: 2, partLimit: 2 });
    expect(page.next).toMatchObject({ issues: 6, agents: 1 });
  });
});

describe('a page of parts that were looked through', () => {
  /** What a stretch of so many entries has of one kind, and the first entry after it. */
  const lookThrough = (of: ActivityParts, before: ActivityPositions, stretch: number) => {
    const parts: Record<string, Activity[]> = {};
    const ends: Record<string, Activity | undefined> = {};
    const begins: Record<string, number> = {};
    for (const service of serviceNames) {
      const log = (of[service] ?? []).toSorted((a, b) => b.seq - a.seq);
      const begin = before[service] ?? (log[0]?.seq ?? 0) + 1;
      const below = log.filter(({ seq }) => seq < begin);
      begins[service] = begin;
      parts[service] = below.slice(0, stretch).filter(({ actorId }) => actorId === 'b');
      ends[service] = below[stretch];
    }
    return { parts, ends, begins };
  };

  it.each([1, 2, 3, 7])('shows each entry once and in order, with stretches of %i', (stretch) => {
    const by = (service: string, seq: number, second: number, actorId: string) => ({
      ...entry(service, seq, second),
      actorId,
    });
    const looked: ActivityParts = {
      agents: Array.from({ length: 20 }, (_, n) => by('agents', n + 1, n, n % 5 === 0 ? 'b' : 'a')),
      issues: Array.from({ length: 9 }, (_, n) => by('issues', n + 1, n * 3, 'b')),
      billing: Array.from({ length: 4 }, (_, n) => by('billing', n + 1, 40 + n, 'a')),
    };
    const seen: Activity[] = [];
    let before: ActivityPositions = {};
    for (let count = 0; count < 60; count += 1) {
      const { parts, ends, begins } = lookThrough(looked, before, stretch);
      const page = mergeActivity(parts, begins, { size: 3, partLimit: 4, ends });
      seen.push(...page.items);
      if (!page.next) break;
      before = page.next;
    }
    const entries = Object.values(looked).flat();
    expect(names(seen).toSorted()).toEqual(
      names(entries.filter(({ actorId }) => actorId === 'b')).toSorted(),
    );
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });
});
