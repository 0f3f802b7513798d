/** A process that runs services until a signal ends it, or until one of them cannot go on. */
import { flushCompileCache } from 'node:module';
import { Refusal } from '@muster/contracts';
import { ConfigError } from '../config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { compactAtRest } from './compact-at-rest.ts';
import type { RunningService } from './start-service.ts';
import { stopOnSignal } from './stop-on-signal.ts';
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

/**
 * A refusal that nobody awaits is the answer to one request, and a process serves all companies: it is logged as the
 * fault of the code that it is, and ends nothing. Any other error that nobody awaits ends the process, whose state is
 * not known.
 */
export function logUnawaitedRefusals(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Refusal)) throw error;
    log.error({ err: error }, 'a refusal was awaited by nobody');
  });
}
