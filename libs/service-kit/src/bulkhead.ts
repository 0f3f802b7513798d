/**
 * How many writes to one thing a process has under way. They would only wait for its row, each on a
 * connection that writes to other things need, so they wait here, in the order in which they came.
 */
export interface Bulkhead {
  /** Does the work when it is its turn among those of the same key; at once without a key. */
  within<T>(key: string | undefined, work: () => Promise<T>): Promise<T>;
}

interface Compartment {
  underWay: number;
  readonly waiting: (() => void)[];
}

export function openBulkhead(max: number): Bulkhead {
  const compartments = new Map<string, Compartment>();
  const enter = async (key: string): Promise<Compartment> => {
    const compartment = compartments.get(key) ?? { underWay: 0, waiting: [] };
    compartments.set(key, compartment);
    if (compartment.underWay < max) compartment.underWay += 1;
    else await new Promise<void>((resolve) => compartment.waiting.push(resolve));
    return compartment;
  };
  /** Whoever waits longest takes the place over. */
  const leave = (key: string, compartment: Compartment): void => {
    const next = compartment.waiting.shift();
    if (next) return next();
    compartment.underWay -= 1;
    if (compartment.underWay === 0) compartments.delete(key);
  };
  return {
    async within(key, work) {
      if (key === undefined) return work();
      const compartment = await enter(key);
      try {
        return await work();
      } finally {
        leave(key, compartment);
      }
    },
  };
}
