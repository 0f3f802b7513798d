import type { ServiceName } from '@muster/contracts';
import type { Wake } from '@muster/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from './wait-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Somebody who waits for what the scheduler may say of one company. */
function wait(waitMs = 30_000) {
  const watchers = new Set<Wake>();
  const leaving = new AbortController();
  let there: string | undefined;
  let looks = 0;
  const answer = waitFor({
    wakes: {
      watch(_, told) {
        watchers.add(told);
        return () => void watchers.delete(told);
      },
    },
    companyId: 'a company',
    service: 'scheduler',
    async look() {
      looks += 1;
      return there;
    },
    waitMs,
    stop: leaving.signal,
  });
  return {
    answer,
    looks: () => looks,
    watchers: () => watchers.size,
    appear: () => void (there = 'a wake-up'),
    grow: (producer: ServiceName) => watchers.forEach((told) => told(producer, 1)),
    leave: () => leaving.abort(),
  };
}

describe('who waits', () => {
  it('is answered at once where the log has grown', async () => {
    const { answer, appear, grow, watchers } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    appear();
    grow('scheduler');
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toBe('a wake-up');
    expect(watchers()).toBe(0);
  });

  it('is answered within ten seconds where the message was lost', async () => {
    const { answer, appear, looks } = wait();
    await vi.advanceTimersByTimeAsync(1);
    appear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe('a wake-up');
    expect(looks()).toBe(2);
  });

  it('is not disturbed by what others say', async () => {
    const { grow, looks, leave, answer } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    grow('issues');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks()).toBe(1);
    leave();
    await answer;
  });

  it('looks four times a second at most, and never misses the last growth', async () => {
    const { answer, appear, grow, looks } = wait();
    for (let turn = 0; turn < 100; turn += 1) {
      grow('scheduler');
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(looks()).toBeLessThanOrEqual(5);
    appear();
    grow('scheduler');
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe('a wake-up');
  });

  it('has looked once more when the time is up', async () => {
    const { answer, looks, watchers } = wait(4_000);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await answer).toBeUndefined();
    expect(looks()).toBe(2);
    expect(watchers()).toBe(0);
  });

  it('is let go when it leaves', async () => {
    const { answer, leave, watchers } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toBeUndefined();
    expect(watchers()).toBe(0);
  });
});
