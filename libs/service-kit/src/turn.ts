/**
 * The end of this turn of the event loop, the same moment for all that wait for it. The client of
 * NATS writes to its socket once for everything that is asked in one go; requests and answers that
 * came together therefore leave together, which saves a write and a wake-up of the server for each.
 */
let turn: Promise<void> | undefined;

export const endOfTurn = (): Promise<void> => {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
};
