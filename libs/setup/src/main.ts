/**
 * The setup command: `node libs/setup/src/main.ts [schemas|streams]`, both without a word. Run it
 * before services of a new version start, and whenever NATS may have lost what it kept.
 */
import { openLog, readConfig, type Log } from '@muster/service-kit';
import { setupConfig } from './config.ts';
import { setUpDatabase, setUpStreams } from './everything.ts';

const parts: Readonly<Record<string, (log: Log) => Promise<void>>> = {
  schemas: (log) => setUpDatabase(readConfig(setupConfig), log),
  // Whoever makes streams alone knows nothing of the database.
  streams: (log) => setUpStreams(readConfig(setupConfig.omit({ DATABASE_URL: true })), log),
};

const chosen = process.argv[2];
if (chosen !== undefined && !(chosen in parts)) {
  process.stderr.write(`unknown part ${chosen}; there are ${Object.keys(parts).join(' and ')}\n`);
  process.exit(64);
}
try {
  const { LOG_LEVEL: level } = readConfig(setupConfig.pick({ LOG_LEVEL: true }));
  const log = openLog('setup', level);
  const startedAt = performance.now();
  // Services wait for the streams, so those come last: the tables of the queue are there by then.
  for (const [part, work] of Object.entries(parts)) {
    if (chosen === undefined || part === chosen) await work(log);
  }
  log.info({ part: chosen, ms: Math.round(performance.now() - startedAt) }, 'set up');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
