/**
 * Bulkhead: a limit on the writes to one resource in progress in this process. Further writes would
 * only wait for its row lock, each on a connection that writes to other resources need, so they wait
 * here, in order of arrival.
 */
export interface Bulkhead {
  /** Runs the work when a place of its key is free; at once without a key. */
  within<T>(key: string | undefined, work: () => Promise<T>): Promise<T>;
}

interface Compartment {
  inProgress: number;
  readonly waiting: (() => void)[];
}

export function openBulkhead(max: number): Bulkhead {
  const compartments = new Map<string, Compartment>();
  const enter = async (key: string): Promise<Compartment> => {
    const compartment = compartments.get(key) ?? { inProgress: 0, waiting: [] };
    compartments.set(key, compartment);
    if (compartment.inProgress < max) compartment.inProgress += 1;
    else await new Promise<void>((resolve) => compartment.waiting.push(resolve));
    return compartment;
  };
  /** Hands the place to the write that has waited longest. */
  const release = (key: string, compartment: Compartment): void => {
    const next = compartment.waiting.shift();
    if (next) return next();
    compartment.inProgress -= 1;
    if (compartment.inProgress === 0) compartments.delete(key);
  };
  return {
    async within(key, work) {
      if (key === undefined) return work();
      const compartment = await enter(key);
      try {
        return await work();
      } finally {
        release(key, compartment);
      }
    },
  };
}
