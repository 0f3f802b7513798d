/**
 * `node services/setup/src/nats-metrics/main.ts`: exports the metrics of one NATS server at `/metrics`,
 * until SIGTERM. NATS reports as JSON at its monitoring port, which Prometheus cannot read.
 */
import {
  compactAtRest,
  ConfigError,
  openLogger,
  openOpsServer,
  partsOf,
  readConfig,
  stopOnSignal,
} from '@muster/service-kit/program';
import { natsMetricsConfig } from './config.ts';
import { measureNats } from './measure.ts';

/** Exit code of `sysexits.h` for a configuration error. */
const EXIT_CONFIG = 78;

async function run(): Promise<void> {
  try {
    const config = readConfig(natsMetricsConfig);
    const log = openLogger('nats-metrics', config.LOG_LEVEL);
    const ops = openOpsServer({
      host: config.OPS_HOST,
      port: config.OPS_PORT,
      metrics: { registry: measureNats(config.NATS_MONITOR_URL, log) },
      // It is ready while the server is not: that is when its metrics matter.
      unready: () => undefined,
    });
    const parts = partsOf([ops], log);
    await parts.start();
    compactAtRest();
    stopOnSignal(parts.drain);
    log.info({ opsPort: ops.port() }, 'started');
  } catch (error) {
    const isKnown = error instanceof ConfigError;
    process.stderr.write(`${isKnown ? error.message : (error as Error).stack}\n`);
    process.exit(isKnown ? EXIT_CONFIG : 1);
  }
}

await run();
