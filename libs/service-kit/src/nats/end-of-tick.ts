/**
 * The end of the current tick of the event loop, one promise for all that wait for it. The NATS
 * client writes to its socket once for everything that is sent in one tick, so requests, answers and
 * events of the same tick leave in one write, which saves a system call and a wake-up of the server for
 * each. The state is the event loop's, which a process has once.
 */
let tick: Promise<void> | undefined;

export const endOfTick = (): Promise<void> => {
  tick ??= new Promise((resolve) => {
    setImmediate(() => {
      tick = undefined;
      resolve();
    });
  });
  return tick;
};
