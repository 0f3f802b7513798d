/**
 * The setup command: `node services/setup/src/main.ts [schemas|streams|keep-streams]`; without an
 * argument schemas and streams. Run it before services of a new version start. `keep-streams` stays, and
 * makes the streams again when NATS has lost them.
 */
import { openLogger, readConfig, stopOnSignal, type Logger } from '@muster/service-kit';
import { setupConfig } from './config.ts';
import { keepStreams, setUpDatabase, setUpStreams } from './set-up.ts';

// Streams alone are set up without access to the database.
const streamsConfig = setupConfig.omit({ DATABASE_URL: true });

const parts: Readonly<Record<string, (log: Logger) => Promise<void>>> = {
  schemas: (log) => setUpDatabase(readConfig(setupConfig), log),
  streams: (log) => setUpStreams(readConfig(streamsConfig), log),
};
const KEEP_STREAMS = 'keep-streams';

async function run(chosen: string | undefined): Promise<void> {
  const known = [...Object.keys(parts), KEEP_STREAMS];
  if (chosen !== undefined && !known.includes(chosen)) {
    process.stderr.write(`unknown argument ${chosen}: use ${known.join(', ')}\n`);
    process.exit(64);
  }
  try {
    const { LOG_LEVEL: level } = readConfig(setupConfig.pick({ LOG_LEVEL: true }));
    const log = openLogger('setup', level);
    if (chosen === KEEP_STREAMS) return await keep(log);
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

async function keep(log: Logger): Promise<void> {
  const stopping = new AbortController();
  const kept = keepStreams(readConfig(streamsConfig), log, stopping.signal);
  const stop = stopOnSignal(async () => {
    stopping.abort();
    await kept;
  });
  await kept;
  // A closed connection cannot be reopened: the process is started again.
  if (!stop.begun) process.exit(1);
}

if (import.meta.main) await run(process.argv[2]);
