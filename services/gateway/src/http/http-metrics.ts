/** Metrics of the HTTP server. */
import { contracts } from '@muster/contracts';
import { outcomeClasses, metricSpecs } from '@muster/service-kit';

const settlingOperations = contracts.flatMap(({ operations }) =>
  Object.entries(operations).flatMap(([name, { settles }]) => (settles ? [name] : [])),
);

export const httpMetrics = metricSpecs({
  httpDuration: {
    type: 'histogram',
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request to its answer.',
    labels: { operation: [], status: [] },
  },
  httpAnswers: {
    type: 'counter',
    name: 'muster_http_answers_total',
    help: 'Answers to HTTP requests, by outcome class.',
    labels: { kind: outcomeClasses },
  },
  connections: {
    type: 'gauge',
    name: 'muster_http_connections',
    help: 'Open HTTP connections.',
  },
  connectionsRefused: {
    type: 'counter',
    name: 'muster_http_connections_refused_total',
    help: 'Connections refused because of a limit: of the process, or of their address.',
    labels: { reason: ['process', 'address'] },
  },
  settleDuration: {
    type: 'histogram',
    name: 'muster_settle_seconds',
    help: 'Time that the answer to a write waited until other services had applied its events.',
    labels: { operation: settlingOperations, outcome: ['settled', 'pending'] },
  },
});
