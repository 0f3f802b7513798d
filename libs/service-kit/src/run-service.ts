/**
 * The process of a service: starts it, and ends it in order on SIGTERM. With the word
 * `dead-letters` it is an operator's command instead, which ends by itself.
 */
import { flushCompileCache } from 'node:module';
import type { Contract } from '@muster/contracts';
import { ConfigError } from './config.ts';
import { DEAD_LETTERS, deadLetters } from './dead-letters-command.ts';
import type { ServiceDefinition } from './define-service.ts';
import { startService } from './start-service.ts';

/** Longest an orderly end may take before the process ends anyway. */
export const STOP_MAX_MS = 25_000;

export async function runService<C extends Contract>(
  definition: ServiceDefinition<C>,
): Promise<void> {
  const [word, ...args] = process.argv.slice(2);
  if (word === DEAD_LETTERS) {
    process.exitCode = await deadLetters(definition, args, {
      env: process.env,
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    });
    return;
  }
  try {
    const service = await startService(definition);
    // Now, since a process that is killed writes none: the next start is quick all the same.
    flushCompileCache();
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
      service.stop().then(() => process.exit(0), () => process.exit(1));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    // A connection that is closed for good cannot be repaired from inside; the supervisor starts
    // anew.
    void service.runtime.nats.closed().then(() => {
      if (!stopping) process.exit(1);
    });
  } catch (error) {
    const known = error instanceof ConfigError;
    process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
    process.exit(known ? 78 : 1);
  }
}
