/** The metrics of every service. */
import {
  commonRefusals,
  logOperations,
  refusalOfQuota,
  refusalsOfPause,
  type Contract,
} from '@muster/contracts';
import { COMPANIES_SHOWN, usages } from './company-usage.ts';
import { outcomeClasses } from './outcome-class.ts';
import { metricSpecs } from './metric-specs.ts';

/** Event lag ranges from one network hop to a whole night. */
const LAG_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300];

/** Writes of one transaction, up to the most that it may have. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16];

export interface Measured {
  readonly contract: Contract;
  readonly reactions: Readonly<Record<string, { readonly producer: Contract }>>;
  readonly agedRows?: readonly { readonly table: string }[];
}

export const producersOf = ({ reactions }: Measured) => [
  ...new Set(Object.values(reactions).map(({ producer }) => producer.name)),
];

/** The metrics of the kit, with this service's label values. */
export const kitMetrics = (measured: Measured) => ({
  ...requestMetrics(measured.contract),
  ...logMetrics(measured.contract),
  ...reactionMetrics(producersOf(measured)),
  ...partitionMetrics(producersOf(measured)),
  ...failureMetrics(producersOf(measured)),
  ...bulkEffectMetrics,
  ...ageMetrics(measured),
  ...companyMetrics,
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
      labels: { operation, kind: outcomeClasses },
    },
    refusals: {
      type: 'counter',
      name: 'muster_refusals_total',
      help: 'Refused requests, by the code in the answer.',
      labels: {
        code: [
          ...new Set([...declared, ...commonRefusals, ...refusalsOfPause, refusalOfQuota]),
        ].toSorted(),
      },
    },
    rpcInFlight: {
      type: 'gauge',
      name: 'muster_rpc_in_flight',
      help: 'Requests in flight, without those that wait for events to be applied, which have places of their own.',
    },
    rpcInFlightMax: {
      type: 'gauge',
      name: 'muster_rpc_in_flight_max',
      help: 'Limit on requests in flight in one process; requests above it are answered with retry later.',
    },
    writeBatchSize: {
      type: 'histogram',
      name: 'muster_write_batch_size',
      help: 'Writes of a company that are made in one transaction.',
      buckets: BATCH_BUCKETS,
    },
  });
};

const logMetrics = ({ events }: Contract) =>
  metricSpecs({
    eventsEmitted: {
      type: 'counter',
      name: 'muster_events_emitted_total',
      formerly: 'muster_events_said_total',
      help: 'Events committed to the event log.',
      labels: { type: Object.keys(events) },
    },
  });

const reactionMetrics = (producer: readonly string[]) =>
  metricSpecs({
    eventsApplied: {
      type: 'counter',
      name: 'muster_events_applied_total',
      help: 'Events of other services applied, or skipped because no reaction handles them.',
      labels: { producer },
    },
    eventLag: {
      type: 'histogram',
      name: 'muster_event_lag_seconds',
      help: 'Time from the commit of an event in the producer to its effect in this service.',
      labels: { producer },
      buckets: LAG_BUCKETS,
    },
    oldestUnapplied: {
      type: 'gauge',
      name: 'muster_oldest_unapplied_seconds',
      help: 'Age of the oldest unapplied event of another service, since a sweep first saw it.',
      labels: { producer },
    },
    copyMisses: {
      type: 'counter',
      name: 'muster_copy_misses_total',
      help: 'Attempts of a request or an event that lacked something of the producer and were repeated after a catch-up.',
      labels: { producer },
    },
    catchUps: {
      type: 'counter',
      name: 'muster_catch_ups_total',
      help: "Catch-ups: gaps filled from the producer's log.",
      labels: { producer },
    },
  });

const partitionMetrics = (producer: readonly string[]) =>
  metricSpecs({
    eventGaps: {
      type: 'counter',
      name: 'muster_event_gaps_total',
      help: 'Events that were received before an earlier one of their company, which is then read from the log.',
      labels: { producer },
    },
    partitionsHeld: {
      type: 'gauge',
      name: 'muster_partitions_held',
      help: 'Partitions whose events this process takes.',
    },
  });

const failureMetrics = (producer: readonly string[]) =>
  metricSpecs({
    reactionFailures: {
      type: 'counter',
      name: 'muster_reaction_failures_total',
      help: 'Failed attempts to apply an event; each is retried.',
      labels: { producer },
    },
    deadLetters: {
      type: 'counter',
      name: 'muster_dead_letters_total',
      help: 'Events that became dead letters: their last attempt failed.',
      labels: { producer },
    },
    deadLettersOpen: {
      type: 'gauge',
      name: 'muster_dead_letters_open',
      formerly: 'muster_dead_letters_kept',
      help: 'Dead letters in the database: an operator has not retried or skipped them yet.',
    },
    companiesBlocked: {
      type: 'gauge',
      name: 'muster_companies_blocked',
      help: 'Companies with an event that a reaction could not apply and is to try again; counted in the database.',
    },
    laggingReactions: {
      type: 'gauge',
      name: 'muster_lagging_reactions',
      help: 'Reactions that are behind the others in the log of a company, without those that have failed: new ones, and those that apply a dead letter again; counted in the database.',
    },
  });

const bulkEffectMetrics = metricSpecs({
  bulkEffectsOpen: {
    type: 'gauge',
    name: 'muster_bulk_effects_open',
    help: 'Effects on many rows that go on in steps; counted in the database.',
  },
  bulkEffectsStalled: {
    type: 'gauge',
    name: 'muster_bulk_effects_stalled_seconds',
    help: 'Time since the last step of the bulk effect that has waited longest for its next one.',
  },
  bulkEffectSteps: {
    type: 'counter',
    name: 'muster_bulk_effect_steps_total',
    help: 'Steps of bulk effects that this process has committed.',
  },
});

/** Tables of every service that are swept by age. */
const SWEPT_TABLES = ['requests', 'refused_requests'];

const ageMetrics = ({ agedRows = [] }: Measured) => {
  const labels = { table: [...SWEPT_TABLES, ...new Set(agedRows.map(({ table }) => table))] };
  return metricSpecs({
    rowsDeleted: {
      type: 'counter',
      name: 'muster_rows_deleted_total',
      help: 'Rows deleted for their age, by table.',
      labels,
    },
    oldestDueRow: {
      type: 'gauge',
      name: 'muster_oldest_due_row_seconds',
      help: 'Time for which the oldest row that is to be deleted for its age has been due, after the last pass; 0 if none was left.',
      labels,
    },
    eventLogBytes: {
      type: 'gauge',
      name: 'muster_event_log_bytes',
      help: 'Size of the event log of the service in Postgres, with its indexes; read each hour.',
    },
  });
};

const companyMetrics = metricSpecs({
  companyUsage: {
    type: 'gauge',
    name: 'muster_company_usage',
    help: `Usage of the last minute by the ${COMPANIES_SHOWN} companies with the most of it in the process: HTTP requests, emitted events, ended runs, booked cost. Only with COMPANY_METRICS.`,
    labels: { company: [], usage: usages },
  },
});

const processMetrics = metricSpecs({
  poolConnections: {
    type: 'gauge',
    name: 'muster_db_pool_connections',
    help: 'Connections of the transaction pool, by state.',
    labels: { state: ['idle', 'busy', 'waiting'] },
  },
  poolConnectionsMax: {
    type: 'gauge',
    name: 'muster_db_pool_connections_max',
    help: 'Limit on connections of the transaction pool in one process.',
  },
  preparedStatements: {
    type: 'gauge',
    name: 'muster_db_prepared_statements',
    help: 'Statements that each connection of the process may keep prepared; at 2,000 further ones are planned each time.',
  },
  migrations: {
    type: 'gauge',
    name: 'muster_schema_migrations',
    help: 'Migrations that this process knows, and migrations that its schema had when it started.',
    labels: { state: ['known', 'applied'] },
  },
  build: {
    type: 'gauge',
    name: 'muster_build_info',
    help: 'Always 1; the labels say which release runs.',
    labels: { version: [] },
  },
});
