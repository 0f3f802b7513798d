/** Sets the metrics to what the server says, each time that they are asked for. */
import { openForeignRegistry, openSpecs, type Logger } from '@muster/service-kit/program';
import { natsMetrics } from './metrics.ts';
import { readMonitor, type Monitored } from './monitor.ts';

type Metrics = ReturnType<typeof openMetrics>['metrics'];

function openMetrics() {
  const registry = openForeignRegistry('nats');
  return { registry, metrics: openSpecs(registry, natsMetrics) };
}

export function measureNats(url: string, log: Logger) {
  const { registry, metrics } = openMetrics();
  let reading: Promise<void> | undefined;
  let isUp = true;

  async function read(): Promise<void> {
    try {
      show(metrics, await readMonitor(url));
      metrics.up.set(1);
      isUp = true;
    } catch (error) {
      metrics.up.set(0);
      if (isUp) log.warn({ err: error }, 'the NATS server does not answer');
      isUp = false;
    }
  }

  // All metrics of a scrape are collected at the same time, and share one look at the server.
  const collect = () => (reading ??= read().finally(() => (reading = undefined)));
  for (const metric of Object.values(metrics)) Object.assign(metric, { collect });
  return registry;
}

function show(metrics: Metrics, server: Monitored): void {
  metrics.connections.set(server.connections);
  metrics.routes.set(server.routes);
  metrics.memory.set(server.mem);
  metrics.cpu.set(server.cpu / 100);
  metrics.configLoaded.set(Date.parse(server.config_load_time) / 1_000);
  setTo(metrics.messages, { in: server.in_msgs, out: server.out_msgs });
  setTo(metrics.bytes, { in: server.in_bytes, out: server.out_bytes });
  setTo(metrics.slowConsumers, server.slow_consumers);
  setTo(metrics.staleConnections, server.stale_connections);
}

type CounterByDirection = Metrics['messages'];
type PlainCounter = Metrics['slowConsumers'];

/** The server counts, so a counter takes its number; it begins at 0 where the server does. */
function setTo(counter: CounterByDirection, values: Readonly<Record<'in' | 'out', number>>): void;
function setTo(counter: PlainCounter, value: number): void;
function setTo(
  counter: PlainCounter | CounterByDirection,
  values: number | Readonly<Record<'in' | 'out', number>>,
): void {
  counter.reset();
  if (typeof values === 'number') {
    counter.inc(values);
    return;
  }
  for (const [direction, value] of Object.entries(values)) {
    (counter as CounterByDirection).inc({ direction }, value);
  }
}
