/** What the HTTP door measures. */
import { contracts } from '@muster/contracts';
import { answerKinds, metricSpecs } from '@muster/service-kit';

const settling = contracts.flatMap(({ operations }) =>
  Object.entries(operations).flatMap(([name, { settles }]) => (settles ? [name] : [])));

export const gatewayMetrics = metricSpecs({
  httpDuration: {
    type: 'histogram',
    name: 'muster_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request to its answer.',
    labels: { operation: [], status: [] },
  },
  httpAnswers: {
    type: 'counter',
    name: 'muster_http_answers_total',
    help: 'Answers to HTTP requests, by kind.',
    labels: { kind: answerKinds },
  },
  settleDuration: {
    type: 'histogram',
    name: 'muster_settle_seconds',
    help: 'Time that the answer to a write waited for its effects in other services.',
    labels: { operation: settling, outcome: ['settled', 'pending'] },
  },
});
