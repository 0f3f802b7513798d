import { expect, it } from 'vitest';
import { saveLatest } from './save-latest.ts';

/** A value that a program changes, and the saves of it, each of which ends when it is told to. */
function opened(savesMax?: number) {
  const saves: { value: string; end: () => void }[] = [];
  let value: string | undefined;
  const saver = saveLatest(
    () => value,
    (saved) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      saves.push({ value: saved, end: resolve });
      return promise;
    },
    savesMax,
  );
  return {
    saver,
    change: (to: string) => void (value = to),
    saved: () => saves.map((save) => save.value),
    endSave: async () => {
      saves.at(-1)?.end();
      await new Promise(setImmediate);
    },
  };
}

it('saves the newest of many values once in a tick, and not again while it stays', async () => {
  const { saver, change, saved, endSave } = opened();
  saver.tick();
  for (let n = 1; n <= 1_000; n++) change(`s-${n}`);
  saver.tick();
  await endSave();
  saver.tick();
  saver.end();
  expect(saved()).toEqual(['s-1000']);
});

it('saves nothing while a save is not done, and then the newest', async () => {
  const { saver, change, saved, endSave } = opened();
  for (const value of ['a', 'b', 'c']) {
    change(value);
    saver.tick();
  }
  expect(saved()).toEqual(['a']);
  await endSave();
  saver.tick();
  expect(saved()).toEqual(['a', 'c']);
});

it('saves a bounded number of values before the end, and the last one in any case', async () => {
  const { saver, change, saved, endSave } = opened(2);
  for (const value of ['a', 'b', 'c', 'd']) {
    change(value);
    saver.tick();
    await endSave();
  }
  saver.end();
  expect(saved()).toEqual(['a', 'b', 'd']);
});
