/**
 * Saves the newest value of something that a program may change with every line of its output. It
 * saves once in a tick at most and one value at a time, so that a program costs a bounded number of
 * writes, and the value at the end in any case.
 */
export interface LatestSaver {
  tick(): void;
  end(): void;
}

export function saveLatest<T>(
  read: () => T | undefined,
  save: (value: T) => Promise<unknown>,
  /** Saves before the end. */
  savesMax = Number.POSITIVE_INFINITY,
): LatestSaver {
  let saved: T | undefined;
  let saves = 0;
  let isSaving = false;
  const saveChanged = (): void => {
    const value = read();
    if (value === undefined || value === saved) return;
    saved = value;
    saves += 1;
    isSaving = true;
    void save(value).finally(() => {
      isSaving = false;
    });
  };
  return {
    tick() {
      if (!isSaving && saves < savesMax) saveChanged();
    },
    end: saveChanged,
  };
}
