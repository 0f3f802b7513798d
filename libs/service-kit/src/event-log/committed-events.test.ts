import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EARLY_MAX_MS, openCommittedEvents, TAKEN_MAX } from './committed-events.ts';
import type { LoggedEvent } from './logged-event.ts';

const eventOf = (companyId: string, seq: number, payload = '{}'): LoggedEvent => ({
  id: `${companyId}-${seq}`,
  companyId,
  seq,
  type: 'entry.added',
  version: 1,
  entityType: 'entry',
  entityId: companyId,
  actorType: 'system',
  actorId: 'billing',
  actorName: 'billing',
  runId: null,
  requestId: null,
  causedBy: null,
  payload,
  traceparent: null,
  occurredAt: '2026-11-20T18:12:00.000Z',
});

function open(max = { events: 1_000, bytes: 1_000_000 }) {
  const left: string[] = [];
  const read = new Set<string>();
  let readyCalls = 0;
  const committed = openCommittedEvents({
    max,
    isRead: (companyId) => read.has(companyId),
    onNotKept: (companyId) => left.push(companyId),
    onReady: () => (readyCalls += 1),
  });
  const commit = (companyId: string, ...seqs: number[]): void =>
    committed.begin(companyId).committed(seqs.map((seq) => eventOf(companyId, seq)));
  const take = (now = performance.now()): string[] =>
    committed.take(now).map(({ companyId, seq }) => `${companyId} ${seq}`);
  return { committed, commit, take, left, read, readyCalls: () => readyCalls };
}

/** An event waits for some milliseconds only, and a busy machine may stop a test for longer. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('committed events', () => {
  it('are taken in the order of their numbers when commits come back in another one', () => {
    const { committed, take } = open();
    const [first, second] = [committed.begin('a'), committed.begin('a')];
    second.committed([eventOf('a', 7), eventOf('a', 8)]);
    expect(take()).toEqual([]);
    first.committed([eventOf('a', 6)]);
    expect(take()).toEqual(['a 6', 'a 7', 'a 8']);
  });

  it('do not wait for a commit that began later, for another company, or for one that failed', () => {
    const { committed, commit, take } = open();
    const [first, second, third] = [
      committed.begin('a'),
      committed.begin('a'),
      committed.begin('a'),
    ];
    first.committed([eventOf('a', 1)]);
    commit('b', 1);
    expect(take()).toEqual(['a 1', 'b 1']);
    third.committed([eventOf('a', 5)]);
    expect(take()).toEqual([]);
    second.failed();
    expect(take()).toEqual(['a 5']);
  });

  it('do not wait if they are the next ones, whichever commit began first', () => {
    const { committed, commit, take } = open();
    const first = committed.begin('a');
    const second = committed.begin('a');
    commit('a', 3);
    second.committed([eventOf('a', 4)]);
    expect(take(performance.now() + EARLY_MAX_MS)).toEqual(['a 3', 'a 4']);
    commit('a', 5);
    expect(take()).toEqual(['a 5']);
    first.failed();
  });

  it('wait for an earlier commit for a limited time', () => {
    const { committed, take } = open();
    const stuck = committed.begin('a');
    committed.begin('a').committed([eventOf('a', 2)]);
    const nextAt = committed.nextAt() ?? 0;
    expect(take(nextAt - 1)).toEqual([]);
    expect(take(nextAt)).toEqual(['a 2']);
    expect(committed.nextAt()).toBeUndefined();
    stuck.committed([eventOf('a', 1)]);
    expect(take()).toEqual(['a 1']);
  });

  it('are left to the log where memory is full, and while the log is read', () => {
    const { committed, commit, take, left, read } = open({ events: 2, bytes: 1_000_000 });
    commit('a', 1, 2);
    commit('b', 1);
    expect(left).toEqual(['b']);
    const taken = committed.take(performance.now());
    // Under way to JetStream, it still takes the memory.
    commit('b', 2);
    expect(left).toEqual(['b', 'b']);
    for (const event of taken) committed.release(event);
    read.add('b');
    commit('b', 3);
    commit('a', 3);
    expect(left).toEqual(['b', 'b', 'b']);
    expect(take()).toEqual(['a 3']);
  });

  it('are bounded by their bytes', () => {
    const { committed, left } = open({ events: 1_000, bytes: 100 });
    committed.begin('a').committed([eventOf('a', 1, `"${'x'.repeat(100)}"`)]);
    committed.begin('a').committed([eventOf('a', 2)]);
    expect(left).toEqual(['a']);
  });

  it('are forgotten up to the number that the log was read to', () => {
    const { committed, commit, take } = open({ events: 3, bytes: 1_000_000 });
    commit('a', 1, 2, 3);
    committed.drop('a', 2);
    expect([1, 2, 3].map((seq) => committed.has('a', seq))).toEqual([false, false, true]);
    commit('b', 1);
    expect(take()).toEqual(['a 3', 'b 1']);
    committed.drop('unknown');
  });

  it('of one company that has too many hold up no other', () => {
    const { commit, take } = open();
    const seqs = Array.from({ length: TAKEN_MAX + 50 }, (_, index) => index + 1);
    commit('a', ...seqs);
    commit('b', 1);
    expect(take()).toEqual(seqs.slice(0, TAKEN_MAX).map((seq) => `a ${seq}`));
    expect(take().slice(0, 2)).toEqual(['b 1', `a ${TAKEN_MAX + 1}`]);
  });

  it('are all taken when the process ends', () => {
    const { committed, take } = open();
    committed.begin('a');
    committed.begin('a').committed([eventOf('a', 2)]);
    expect(take(Infinity)).toEqual(['a 2']);
  });
});
