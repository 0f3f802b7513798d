/** `pnpm start`: runs the whole system on this machine. */
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  const { help } = await import('./stack/help.ts');
  process.stdout.write(help());
} else {
  const { launch } = await import('./stack/launch.ts');
  await launch();
}
