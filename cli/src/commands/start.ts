/** `muster start`: runs the system on this machine, as `pnpm start` does. */
import { runCommand } from '@muster/local/run-command';
import type { Given } from '../table/command.ts';

export async function run({ args }: Given): Promise<void> {
  process.exitCode = await runCommand('start', args);
}
