/** Ends a program that has printed nothing for too long, such as one that waits for an answer for ever. */
import type { Tap } from './output.ts';

export interface IdleClock {
  /** In place of the tap that it was opened with: what passes here sets the clock back. */
  readonly tap: Tap;
  close(): void;
}

/**
 * The time for which output waits to be passed on does not count: the program may be waiting in its
 * next write. Neither does output that has arrived and was not read before the time was over.
 *
 * @param idleSec without it the program may be silent for as long as it likes
 */
export function openIdleClock(
  idleSec: number | undefined,
  tap: Tap,
  onIdle: () => void,
): IdleClock {
  if (idleSec === undefined) return { tap, close: () => undefined };
  let passing = 0;
  let passed = 0;
  let isClosed = false;
  const timer = setTimeout(() => {
    const before = passed;
    setImmediate(() => {
      if (isClosed) return;
      if (passing === 0 && passed === before) onIdle();
      else timer.refresh();
    });
  }, idleSec * 1_000);
  return {
    tap: {
      ...tap,
      async pass(stream, bytes) {
        passing += 1;
        await tap.pass(stream, bytes);
        passing -= 1;
        passed += 1;
        if (!isClosed) timer.refresh();
      },
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
