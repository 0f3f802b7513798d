/** A process that runs services until a signal ends it, or until one of them cannot go on. */
import { flushCompileCache } from 'node:module';
import { ConfigError } from '../config.ts';
import { compactAtRest } from './compact-at-rest.ts';
import type { RunningService } from './start-service.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { logUnawaitedRefusals } from './unawaited-refusals.ts';
import { watchEventLoop } from './watchdog.ts';

/** Exit code of `sysexits.h` for a configuration error. */
const EXIT_CONFIG = 78;

/** @param starts the first service stops before the others, which answer what it has accepted */
export async function runServices(
  starts: readonly (() => Promise<RunningService>)[],
): Promise<void> {
  try {
    const services = await Promise.all(starts.map((start) => start()));
    // Written now, since a killed process writes no cache: the next start is fast all the same.
    flushCompileCache();
    compactAtRest();
    watchEventLoop();
    const [first, ...others] = services;
    if (first) logUnawaitedRefusals(first.runtime.log);
    const stopping = stopOnSignal(async () => {
      await first?.stop();
      await Promise.all(others.map(({ stop }) => stop()));
    });
    // A closed NATS connection cannot be reopened: the process exits and is started again.
    for (const { runtime } of services) {
      void runtime.nats.closed().then(() => {
        if (!stopping.begun) process.exit(1);
      });
    }
  } catch (error) {
    const known = error instanceof ConfigError;
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
    process.exit(known ? EXIT_CONFIG : 1);
  }
}
