import type { ServiceName } from '@muster/contracts';
import type { LogListener } from '@muster/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from './wait-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wait for an event of the scheduler in one company. */
function wait(waitMs = 30_000) {
  const watchers = new Set<LogListener>();
  const stopping = new AbortController();
  let found: string | undefined;
  let checks = 0;
  const answer = waitFor({
    notifications: {
      watch(_, listener) {
        watchers.add(listener);
        return () => void watchers.delete(listener);
      },
    },
    companyId: 'a company',
    service: 'scheduler',
    async check() {
      checks += 1;
      return found;
    },
    waitMs,
    stop: stopping.signal,
  });
  return {
    answer,
    checks: () => checks,
    watchers: () => watchers.size,
    appear: () => void (found = 'a wake-up'),
    grow: (producer: ServiceName) => watchers.forEach((listener) => listener(producer, 1)),
    stop: () => stopping.abort(),
  };
}

describe('waitFor', () => {
  it('resolves at once when the log has grown', async () => {
    const { answer, appear, grow, watchers } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    appear();
    grow('scheduler');
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toBe('a wake-up');
    expect(watchers()).toBe(0);
  });

  it('resolves within ten seconds if a notification was lost', async () => {
    const { answer, appear, checks } = wait();
    await vi.advanceTimersByTimeAsync(1);
    appear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe('a wake-up');
    expect(checks()).toBe(2);
  });

  it('ignores events of other services', async () => {
    const { grow, checks, stop, answer } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    grow('issues');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(checks()).toBe(1);
    stop();
    await answer;
  });

  it('checks four times a second at most, and never misses the last growth', async () => {
    const { answer, appear, grow, checks } = wait();
    for (let turn = 0; turn < 100; turn += 1) {
      grow('scheduler');
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(checks()).toBeLessThanOrEqual(5);
    appear();
    grow('scheduler');
    await vi.advanceTimersByTimeAsync(250);
    expect(await answer).toBe('a wake-up');
  });

  it('checks once more when the time is up', async () => {
    const { answer, checks, watchers } = wait(4_000);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await answer).toBeUndefined();
    expect(checks()).toBe(2);
    expect(watchers()).toBe(0);
  });

  it('resolves when it is stopped', async () => {
    const { answer, stop, watchers } = wait();
    await vi.advanceTimersByTimeAsync(1_000);
    stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toBeUndefined();
    expect(watchers()).toBe(0);
  });
});
