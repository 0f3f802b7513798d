/**
 * The process of a service: starts it, and stops it in order on SIGTERM. With the argument
 * `dead-letters` it is an operators' command instead, which exits by itself.
 */
import type { Contract } from '@muster/contracts';
import type { ServiceDefinition } from '../define-service.ts';
import { DEAD_LETTERS, deadLetters } from './dead-letters-command.ts';
import { runServices } from './run-services.ts';
import { startService } from './start-service.ts';

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
  await runServices([() => startService(definition)]);
}
