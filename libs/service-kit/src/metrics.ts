/**
 * What an operator watches, per service. Labels are few and closed: never a company or an agent.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Bounds in seconds: from one local hop to the longest deadline. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** How often the event loop is looked at: each look wakes the process, also when it is idle. */
export const LOOP_SAMPLE_MS = 1_000;

/** Lag of an event may be anything from a hop to a night. */
const LAG_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({
    register: registry, prefix: 'muster_', eventLoopMonitoringPrecision: LOOP_SAMPLE_MS,
  });
  const registers = [registry];
  return {
    registry,
    ...requestMetrics(registers),
    ...logMetrics(registers),
    ...reactionMetrics(registers),
    poolConnections: new Gauge({
      name: 'muster_db_pool_connections',
      help: 'Connections for transactions by what they do.',
      labelNames: ['state'],
      registers,
    }),
  };
}

function requestMetrics(registers: Registry[]) {
  return {
    rpcDuration: new Histogram({
      name: 'muster_rpc_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      labelNames: ['operation', 'outcome'],
      buckets: LATENCY_BUCKETS,
      registers,
    }),
    rpcInFlight: new Gauge({
      name: 'muster_rpc_in_flight', help: 'Requests being worked on.', registers,
    }),
  };
}

function logMetrics(registers: Registry[]) {
  return {
    eventsSaid: new Counter({
      name: 'muster_events_said_total', help: 'Events committed.', labelNames: ['type'], registers,
    }),
    eventsPublished: new Counter({
      name: 'muster_events_published_total', help: 'Events accepted by JetStream.', registers,
    }),
    publishFailures: new Counter({
      name: 'muster_publish_failures_total', help: 'Events not accepted; tried again.', registers,
    }),
    outboxOldest: new Gauge({
      name: 'muster_outbox_oldest_seconds',
      help: 'Age of the oldest event not yet published.',
      registers,
    }),
  };
}

function reactionMetrics(registers: Registry[]) {
  return {
    eventsApplied: new Counter({
      name: 'muster_events_applied_total',
      help: 'Events of other services applied or passed over.',
      labelNames: ['producer'],
      registers,
    }),
    eventLag: new Histogram({
      name: 'muster_event_lag_seconds',
      help: 'Time from the commit of an event elsewhere to its effect here.',
      labelNames: ['producer'],
      buckets: LAG_BUCKETS,
      registers,
    }),
    catchUps: new Counter({
      name: 'muster_catch_ups_total',
      help: "Times a gap was filled from the producer's log.",
      labelNames: ['producer'],
      registers,
    }),
    reactionFailures: new Counter({
      name: 'muster_reaction_failures_total',
      help: 'Effects that failed and are tried again.',
      labelNames: ['producer'],
      registers,
    }),
    deadLetters: new Counter({
      name: 'muster_dead_letters_total',
      help: 'Events given up on after the last attempt.',
      labelNames: ['producer'],
      registers,
    }),
  };
}

/** A latency histogram of a service's own, in the buckets that all of them share. */
export const latencyHistogram = <L extends string>(
  { registry }: Metrics,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly L[] },
): Histogram<L> =>
  new Histogram({ name, help, labelNames, buckets: LATENCY_BUCKETS, registers: [registry] });

/** A counter of a service's own. */
export const counter = ({ registry }: Metrics, spec: { name: string; help: string }): Counter =>
  new Counter({ ...spec, registers: [registry] });
