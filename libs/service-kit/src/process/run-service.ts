/**
 * The process of a service: starts it, and stops it in order on SIGTERM. With the argument
 * `dead-letters` it is an operators' command instead, which exits by itself.
 */
import { flushCompileCache } from 'node:module';
import type { Contract } from '@muster/contracts';
import { ConfigError } from '../config.ts';
import type { ServiceDefinition } from '../define-service.ts';
import { compactAtRest } from './compact-at-rest.ts';
import { DEAD_LETTERS, deadLetters } from './dead-letters-command.ts';
import { startService } from './start-service.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Exit code of `sysexits.h` for a configuration error. */
const EXIT_CONFIG = 78;

export async function runService<C extends Contract>(
  definition: ServiceDefinition<C>,
): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  if (command === DEAD_LETTERS) {
    process.exitCode = await deadLetters(definition, args, {
      env: process.env,
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    });
    return;
  }
  try {
    const service = await startService(definition);
    // Written now, since a killed process writes no cache: the next start is fast all the same.
    flushCompileCache();
    compactAtRest();
    const stopping = stopOnSignal(service.stop);
    // A closed NATS connection cannot be reopened: the process exits and is started again.
    void service.runtime.nats.closed().then(() => {
      if (!stopping.begun) process.exit(1);
    });
  } catch (error) {
    const known = error instanceof ConfigError;
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
    process.exit(known ? EXIT_CONFIG : 1);
  }
}
