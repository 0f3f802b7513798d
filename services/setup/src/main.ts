/**
 * The setup command: `node services/setup/src/main.ts`. Run it before services of a new version start.
 */
import { openLogger, readConfig } from '@muster/service-kit';
import { setupConfig } from './config.ts';
import { setUpDatabase } from './set-up.ts';

async function run(): Promise<void> {
  try {
    const config = readConfig(setupConfig);
    const log = openLogger('setup', config.LOG_LEVEL);
    const startedAt = performance.now();
    await setUpDatabase(config, log);
    log.info({ ms: Math.round(performance.now() - startedAt) }, 'setup finished');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  }
}

await run();
