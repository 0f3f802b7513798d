/**
 * What a program that is no service uses of the kit: no database, no NATS, no contracts, and nothing
 * that loads them.
 */
export { ConfigError, readConfig } from './read-config.ts';
export { compactAtRest } from './process/compact-at-rest.ts';
export { openOpsServer, type OpsServer } from './process/ops-server.ts';
export { stopOnSignal } from './process/stop-on-signal.ts';
export { partsOf, type Part, type Parts } from './process/parts.ts';
export { openLogger, type Logger } from './telemetry/logger.ts';
export {
  metricSpecs,
  openSpecs,
  type MetricSpecs,
  type OpenMetrics,
} from './telemetry/metric-specs.ts';
export { openForeignRegistry, openRegistry } from './telemetry/registry.ts';
export { VERSION } from './version.ts';
