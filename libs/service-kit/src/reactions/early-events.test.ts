import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Delivery } from './delivery.ts';
import { EARLY_MAX_MS, inOrder, LATE_MS } from './early-events.ts';
import type { ReceivedEvents, ReceivedGroup } from './received-events.ts';

const A = '00000000-0000-7000-8000-000000000000';
const B = '00000000-0000-7000-8000-000000000001';

const deliveryOf = (companyId: string, seq: number): Delivery => ({
  producer: 'issues',
  companyId,
  seq,
  event: undefined,
  effects: [],
});

function open() {
  const added: ReceivedGroup[] = [];
  const nothing = async (): Promise<void> => undefined;
  const received: ReceivedEvents = {
    add: (group) => void added.push(group),
    hurry: () => undefined,
    isFull: () => false,
    room: nothing,
    applied: nothing,
    drain: nothing,
  };
  const events = inOrder(received);
  const receive = (companyId: string, ...seqs: number[]): void =>
    events.add({ deliveries: seqs.map((seq) => deliveryOf(companyId, seq)), bytes: 10 });
  const passedOn = (): number[] =>
    added.splice(0).flatMap(({ deliveries }) => deliveries.map(({ seq }) => seq));
  return { events, receive, passedOn, added };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('events of the stream', () => {
  it('are passed on at once in their order, from whichever number they begin with', () => {
    const { receive, passedOn } = open();
    receive(A, 7);
    receive(A, 8, 9);
    receive(B, 1);
    receive(A, 8);
    expect(passedOn()).toEqual([7, 8, 9, 1, 8]);
  });

  it('that are early wait for the missing one, and those before it do not', () => {
    const { receive, passedOn, added } = open();
    receive(A, 1);
    receive(A, 2, 4);
    receive(A, 6);
    expect(passedOn()).toEqual([1, 2]);
    receive(A, 5);
    expect(passedOn()).toEqual([]);
    receive(A, 3);
    expect(added.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(35);
    expect(passedOn()).toEqual([3, 4, 5, 6]);
    vi.advanceTimersByTime(EARLY_MAX_MS + LATE_MS);
    expect(passedOn()).toEqual([]);
  });

  it('that are early are passed on after a while, so that the missing one is read from the log', () => {
    const { receive, passedOn } = open();
    receive(A, 1);
    receive(A, 3);
    vi.advanceTimersByTime(EARLY_MAX_MS + LATE_MS - 1);
    receive(A, 4);
    expect(passedOn()).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(passedOn()).toEqual([3, 4]);
    receive(A, 5);
    receive(A, 2);
    expect(passedOn()).toEqual([5, 2]);
  });

  it('that are early wait as long for another missing one when the first has come', () => {
    const { receive, passedOn } = open();
    receive(A, 1);
    receive(A, 3);
    vi.advanceTimersByTime(EARLY_MAX_MS - 1);
    receive(A, 5);
    receive(A, 2);
    expect(passedOn()).toEqual([1, 2, 3]);
    vi.advanceTimersByTime(EARLY_MAX_MS);
    expect(passedOn()).toEqual([]);
    receive(A, 4);
    expect(passedOn()).toEqual([4, 5]);
  });

  it('that are early are passed on when their partition has another owner, and at the end', async () => {
    const { events, receive, passedOn } = open();
    for (const companyId of [A, B]) receive(companyId, 1);
    for (const companyId of [A, B]) receive(companyId, 3);
    passedOn();
    await events.applied(0);
    expect(passedOn()).toEqual([3]);
    await events.drain();
    expect(passedOn()).toEqual([3]);
  });

  it('that are early are not held in any number', () => {
    const { receive, passedOn } = open();
    receive(A, 1);
    receive(A, ...Array.from({ length: 501 }, (_, index) => index + 3));
    expect(passedOn()).toHaveLength(502);
  });
});
