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

it('runs next after the time that a run has returned, instead of the period', async () => {
  let runs = 0;
  const task = startPeriodicTask({
    periodMs: 100,
    run: async () => {
      runs += 1;
      return runs === 1 ? 10 : undefined;
    },
    failed: () => undefined,
  });
  await pass(10);
  expect(runs).toBe(2);
  await pass(99);
  expect(runs).toBe(2);
  await pass(1);
  expect(runs).toBe(3);
  await task.drain();
});

it('runs again at once however near to the end of a run it is demanded', async () => {
  for (let ticks = 0; ticks < 12; ticks += 1) {
    let runs = 0;
    const task = startPeriodicTask({
      periodMs: 100,
      run: async () => void (runs += 1),
      failed: () => undefined,
    });
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    task.runNow();
    await pass(0);
    expect([ticks, runs]).toEqual([ticks, 2]);
    await task.drain();
  }
});
