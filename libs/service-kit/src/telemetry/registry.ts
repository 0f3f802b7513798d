/** The metrics of a process, whatever program it runs. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { LOOP_SAMPLE_MS, measureEventLoop } from './event-loop-lag.ts';

/** A registry for what a process knows of another one, without metrics of its own. */
export function openForeignRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** A registry with the metrics of the process, for a service or a program that is none. */
export function openRegistry(service: string): Registry {
  const registry = openForeignRegistry(service);
  collectDefaultMetrics({
    register: registry,
    prefix: 'muster_',
    eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  measureEventLoop(registry);
  return registry;
}
