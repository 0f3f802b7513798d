import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPeriodicTask } from './periodic-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('runs after each period, counted from the end of a run, also after a failure', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const task = startPeriodicTask({
    periodMs: 100,
    firstMs: 50,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
    },
    failed: (error) => void errors.push(error),
  });
  await pass(49);
  expect(runs).toBe(0);
  await pass(1);
  expect([runs, errors.length]).toEqual([1, 1]);
  await pass(100);
  expect(runs).toBe(2);
  await task.drain();
  await pass(1_000);
  expect(runs).toBe(2);
});

it('runs once more for all demands during a run, and waits for the run when it drains', async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  const task = startPeriodicTask({
    periodMs: 100,
    run: async () => {
      begun += 1;
      await gate.promise;
      ended += 1;
    },
    failed: () => undefined,
  });
  task.runNow();
  task.runNow();
  expect(begun).toBe(1);
  gate.resolve();
  await pass(0);
  expect([begun, ended]).toEqual([2, 2]);
  const another = startPeriodicTask({
    periodMs: 100,
    run: async (stopping) => {
      await new Promise((stopped) => {
        stopping.addEventListener('abort', stopped);
      });
      ended += 1;
    },
    failed: () => undefined,
  });
  await another.drain();
  expect(ended).toBe(3);
  await task.drain();
});
