/** `muster demo`: plays the main story, as `pnpm demo` does. */
import { runCommand } from '@muster/local/run-command';
import type { Given } from '../table/command.ts';

export async function run({ args }: Given): Promise<void> {
  process.exitCode = await runCommand('demo', args);
}
