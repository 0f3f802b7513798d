/** A number of places for work; whoever finds none waits for one, in the order of arrival. */
export interface Places {
  /** Does the work as soon as a place is free; or never, where none is before it is stopped. */
  take(work: () => Promise<void>): Promise<void>;
  /** Whatever waits for a place by now, or comes later, is not done. */
  stop(): void;
}

export function openPlaces(count: number): Places {
  const waiting: (() => void)[] = [];
  let free = count;
  let stopped = false;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        if (!stopped) await work();
      } finally {
        leave();
      }
    },
    stop() {
      stopped = true;
      for (const enter of waiting.splice(0)) enter();
    },
  };
}
