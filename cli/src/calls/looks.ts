/** When to look again at something that changes: whenever the feed has something, and now and then without it. */

/** Until the feed is open, and where it does not tell. */
const LOOK_MS = 2_000;

/** Yields at once, and then at each moment at which it is worth looking. Ends with the signal. */
export async function* looksAt(
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let moved = Promise.withResolvers<void>();
  const listen = async (): Promise<void> => {
    for await (const _ of events) moved.resolve();
  };
  // A feed that cannot be had is made up for by the clock.
  listen().catch(() => undefined);
  while (!signal.aborted) {
    yield;
    await first(moved.promise, LOOK_MS, signal);
    moved = Promise.withResolvers<void>();
  }
}

function first(event: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    void event.then(() => {
      signal.removeEventListener('abort', end);
      end();
    });
  });
}
