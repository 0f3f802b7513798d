/** What every service measures of itself. */
import { commonRefusals, logOperations, type Contract } from '@muster/contracts';
import { answerKinds } from './answer-kind.ts';
import { metricSpecs } from './metric-specs.ts';

/** Lag of an event may be anything from a hop to a night. */
const LAG_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

export interface Measured {
  readonly contract: Contract;
  readonly reactions: Readonly<Record<string, { readonly producer: Contract }>>;
}

export const producersOf = ({ reactions }: Measured) =>
  [...new Set(Object.values(reactions).map(({ producer }) => producer.name))];

/** The metrics of the kit, with the values that their labels have in this service. */
export const kitMetrics = (measured: Measured) => ({
  ...requestMetrics(measured.contract),
  ...logMetrics(measured.contract),
  ...reactionMetrics(producersOf(measured)),
  ...processMetrics,
});

const requestMetrics = ({ operations }: Contract) => {
  const operation = [...Object.keys(operations), ...Object.keys(logOperations)];
  const declared = Object.values(operations).flatMap(({ refusals }) => refusals);
  return metricSpecs({
    rpcDuration: {
      type: 'histogram',
      name: 'muster_rpc_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      labels: { operation, outcome: ['ok'] },
    },
    rpcAnswers: {
      type: 'counter',
      name: 'muster_rpc_answers_total',
      help: 'Answers to requests of other services, by kind.',
      labels: { operation, kind: answerKinds },
    },
    refusals: {
      type: 'counter',
      name: 'muster_refusals_total',
      help: 'Requests refused, by the code that the caller was told.',
      labels: { code: [...new Set([...declared, ...commonRefusals])].toSorted() },
    },
    rpcInFlight: {
      type: 'gauge', name: 'muster_rpc_in_flight', help: 'Requests being worked on.',
    },
    rpcInFlightMax: {
      type: 'gauge',
      name: 'muster_rpc_in_flight_max',
      help: 'Requests that one process works on at a time; more are told to come back.',
    },
  });
};

const logMetrics = ({ events }: Contract) => metricSpecs({
  eventsSaid: {
    type: 'counter',
    name: 'muster_events_said_total',
    help: 'Events committed.',
    labels: { type: Object.keys(events) },
  },
  eventsPublished: {
    type: 'counter',
    name: 'muster_events_published_total',
    help: 'Events accepted by JetStream.',
  },
  publishFailures: {
    type: 'counter',
    name: 'muster_publish_failures_total',
    help: 'Passes of the relay in which an event was not accepted; tried again.',
  },
  outboxOldest: {
    type: 'gauge',
    name: 'muster_outbox_oldest_seconds',
    help: 'Age of the oldest event not yet published.',
  },
});

const reactionMetrics = (producer: readonly string[]) => metricSpecs({
  eventsApplied: {
    type: 'counter',
    name: 'muster_events_applied_total',
    help: 'Events of other services applied or passed over.',
    labels: { producer },
  },
  eventLag: {
    type: 'histogram',
    name: 'muster_event_lag_seconds',
    help: 'Time from the commit of an event elsewhere to its effect here.',
    labels: { producer },
    buckets: LAG_BUCKETS,
  },
  oldestUnapplied: {
    type: 'gauge',
    name: 'muster_oldest_unapplied_seconds',
    help: 'Longest that an event elsewhere has been known, sweep by sweep, and not applied here.',
    labels: { producer },
  },
  catchUps: {
    type: 'counter',
    name: 'muster_catch_ups_total',
    help: "Times a gap was filled from the producer's log.",
    labels: { producer },
  },
  reactionFailures: {
    type: 'counter',
    name: 'muster_reaction_failures_total',
    help: 'Effects that failed and are tried again.',
    labels: { producer },
  },
  deadLetters: {
    type: 'counter',
    name: 'muster_dead_letters_total',
    help: 'Events given up on after the last attempt.',
    labels: { producer },
  },
  deadLettersKept: {
    type: 'gauge',
    name: 'muster_dead_letters_kept',
    help: 'Events given up on that nobody has dealt with, in the database.',
  },
  companiesBlocked: {
    type: 'gauge',
    name: 'muster_companies_blocked',
    help: 'Companies whose next event has failed and waits for another attempt, in the database.',
  },
});

const processMetrics = metricSpecs({
  poolConnections: {
    type: 'gauge',
    name: 'muster_db_pool_connections',
    help: 'Connections for transactions by what they do.',
    labels: { state: ['idle', 'busy', 'waiting'] },
  },
  poolConnectionsMax: {
    type: 'gauge',
    name: 'muster_db_pool_connections_max',
    help: 'Connections for transactions that one process may have.',
  },
  migrations: {
    type: 'gauge',
    name: 'muster_schema_migrations',
    help: 'Migrations that this process knows, and those that its schema had when it started.',
    labels: { state: ['known', 'applied'] },
  },
  build: {
    type: 'gauge',
    name: 'muster_build_info',
    help: 'Always 1; its labels tell what is running.',
    labels: { version: [] },
  },
});
