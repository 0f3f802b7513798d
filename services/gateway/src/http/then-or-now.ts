/**
 * Calls `use` synchronously if the value is at hand, otherwise when it arrives. A hook that always
 * awaited would cost every request a turn of the event loop.
 */
export function thenOrNow<T>(
  find: () => T | Promise<T>,
  use: (found: T) => void,
  done: (error?: Error) => void,
): void {
  const finish = (found: T): void => {
    use(found);
    done();
  };
  try {
    const found = find();
    if (found instanceof Promise) found.then(finish, (error: Error) => done(error));
    else finish(found);
  } catch (error) {
    done(error as Error);
  }
}
