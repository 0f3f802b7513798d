/** `muster reset`: deletes the data of the installation on this machine, as `pnpm reset` does. */
import { runCommand } from '@muster/local/run-command';
import type { Given } from '../table/command.ts';

export async function run({ args }: Given): Promise<void> {
  process.exitCode = await runCommand('reset', args);
}
