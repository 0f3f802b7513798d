import { describe, expect, it } from 'vitest';
import type { CompanyEvents } from './apply-batch.ts';
import type { Delivery } from './delivery.ts';
import { openReceivedEvents } from './received-events.ts';

const delivery = (seq: number): Delivery => ({
  producer: 'agents',
  companyId: 'a',
  seq,
  event: undefined,
  effects: [],
});

/** Applies whatever it is given, and remembers it. */
function open() {
  const applied: number[] = [];
  const missed: string[] = [];
  const received = openReceivedEvents({
    turns: 1,
    applyBatch: async (logs: readonly CompanyEvents[]) => {
      applied.push(...logs.flatMap(({ deliveries }) => deliveries.map(({ seq }) => seq)));
      return new Map(logs.map((log) => [log, 'applied'] as const));
    },
    applyAlone: async () => 'applied',
    isAwaited: () => false,
    isCatchingUp: () => false,
    onMissed: (_, companyId) => void missed.push(companyId),
    onGap: () => undefined,
    onFailed: () => undefined,
  });
  const add = (...seqs: number[]) =>
    received.add({ producer: 'agents', companyId: 'a', deliveries: seqs.map(delivery) });
  return { received, applied, missed, add };
}

describe('received events', () => {
  it('are applied in order if one arrives a moment before an earlier one, without the log', async () => {
    const { received, applied, missed, add } = open();
    add(1);
    await expect.poll(() => applied).toEqual([1]);
    add(3);
    add(2);
    await expect.poll(() => applied).toEqual([1, 2, 3]);
    await received.drain();
    expect(missed).toEqual([]);
  });

  it('are applied once if they arrive twice before that', async () => {
    const { received, applied, add } = open();
    add(1, 2);
    add(2, 1);
    await received.drain();
    expect(applied).toEqual([1, 2]);
  });

  it('are dropped and read from the log if they are more than fit', async () => {
    const { received, applied, missed, add } = open();
    add(...Array.from({ length: 251 }, (_, index) => index + 1));
    await received.drain();
    expect({ applied, missed }).toEqual({ applied: [], missed: ['a'] });
  });

  it('are all applied when the process stops, and later ones dropped', async () => {
    const { received, applied, add } = open();
    add(...Array.from({ length: 200 }, (_, index) => index + 1));
    await received.drain();
    add(201);
    expect(applied).toHaveLength(200);
  });
});
