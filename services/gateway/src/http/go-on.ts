/**
 * Goes on in the same turn with what is known already, and in a later one with what has to be found
 * out: a hook that always waited would cost every request a turn of the event loop.
 */
export function goOn<T>(
  find: () => T | Promise<T>,
  use: (found: T) => void,
  done: (error?: Error) => void,
): void {
  const enter = (found: T): void => {
    use(found);
    done();
  };
  try {
    const found = find();
    if (found instanceof Promise) found.then(enter, (error: Error) => done(error));
    else enter(found);
  } catch (error) {
    done(error as Error);
  }
}
