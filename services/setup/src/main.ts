/**
 * The setup command: `node services/setup/src/main.ts [schemas|streams]`; without an argument both. Run
 * it before services of a new version start, and whenever NATS may have lost its streams.
 */
import { openLogger, readConfig, type Logger } from '@muster/service-kit';
import { setupConfig } from './config.ts';
import { setUpDatabase, setUpStreams } from './set-up.ts';

const parts: Readonly<Record<string, (log: Logger) => Promise<void>>> = {
  schemas: (log) => setUpDatabase(readConfig(setupConfig), log),
  // Streams alone are set up without access to the database.
  streams: (log) => setUpStreams(readConfig(setupConfig.omit({ DATABASE_URL: true })), log),
};

async function run(chosen: string | undefined): Promise<void> {
  if (chosen !== undefined && !(chosen in parts)) {
    process.stderr.write(`unknown argument ${chosen}: use ${Object.keys(parts).join(' or ')}\n`);
    process.exit(64);
  }
  try {
    const { LOG_LEVEL: level } = readConfig(setupConfig.pick({ LOG_LEVEL: true }));
    const log = openLogger('setup', level);
    const startedAt = performance.now();
    // Services wait for the streams, so those come last: the queue's tables exist by then.
    for (const [part, work] of Object.entries(parts)) {
      if (chosen === undefined || part === chosen) await work(log);
    }
    log.info({ part: chosen, ms: Math.round(performance.now() - startedAt) }, 'setup finished');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  }
}

if (import.meta.main) await run(process.argv[2]);
