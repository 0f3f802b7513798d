import type { Actor } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { describe, expect, it } from 'vitest';
import { openStreamSlots } from './stream-slots.ts';

const agentOf = (companyId: string): Actor => ({
  type: 'agent',
  id: newId(),
  name: 'Ada',
  companyId,
});

describe('streams and long polls of a process', () => {
  it('of the agents of one company leave a quarter to the other companies', () => {
    const slots = openStreamSlots({ FEED_STREAMS_MAX: 40, FEED_STREAMS_PER_CALLER: 5 }, () => {});
    const [large, small] = [newId(), newId()];
    const releases = Array.from({ length: 30 }, () => slots.take(agentOf(large)));
    expect(() => slots.take(agentOf(large))).toThrow(
      expect.objectContaining({ code: 'overloaded' }),
    );
    const others = Array.from({ length: 5 }, () => slots.take(agentOf(small)));
    expect(slots.count()).toBe(35);
    for (const release of [...releases, ...others]) release();
    expect(slots.count()).toBe(0);
    slots.take(agentOf(large));
  });

  it('of one caller are limited, however many are free', () => {
    const counts: number[] = [];
    const slots = openStreamSlots({ FEED_STREAMS_MAX: 40, FEED_STREAMS_PER_CALLER: 2 }, (count) =>
      counts.push(count),
    );
    const ada = agentOf(newId());
    const release = slots.take(ada);
    slots.take(ada);
    expect(() => slots.take(ada)).toThrow(
      expect.objectContaining({ code: 'too_many_streams', details: { most: 2 } }),
    );
    release();
    release();
    slots.take(ada);
    expect(counts).toEqual([1, 2, 1, 2]);
  });
});
