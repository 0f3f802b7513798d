/** Local signal: wakes the requests of this process that wait until a cursor moves. */
export interface AppliedSignal {
  emit(producer: string, companyId: string): void;
  /** Resolves when the cursor moves, and after `ms` at the latest. */
  next(producer: string, companyId: string, ms: number): Promise<void>;
  isAwaited(producer: string, companyId: string): boolean;
}

export function openAppliedSignal(): AppliedSignal {
  const waiting = new Map<string, Set<() => void>>();
  return {
    emit(producer, companyId) {
      for (const wake of waiting.get(`${producer} ${companyId}`) ?? []) wake();
    },
    isAwaited: (producer, companyId) => waiting.has(`${producer} ${companyId}`),
    next(producer, companyId, ms) {
      const key = `${producer} ${companyId}`;
      return new Promise((resolve) => {
        const wakes = waiting.get(key) ?? new Set();
        waiting.set(key, wakes);
        const wake = () => {
          clearTimeout(timer);
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        wakes.add(wake);
      });
    },
  };
}
