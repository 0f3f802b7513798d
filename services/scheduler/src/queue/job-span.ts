/** The span of a job. */
import { traced, type Tracer } from '@muster/service-kit';
import type { RunJob } from '../run-job.ts';

/** Runs `work` under a span of its own if traces are recorded. */
export function tracedJob(
  tracer: Tracer | undefined,
  job: RunJob,
  work: (job: RunJob) => Promise<void>,
): Promise<void> {
  if (!tracer) return work(job);
  const span = tracer.startSpan(
    {
      name: 'process heartbeat',
      kind: 'consumer',
      attributes: {
        'messaging.system': 'bullmq',
        'messaging.destination.name': 'heartbeats',
        'messaging.operation.type': 'process',
        'muster.run.id': job.runId,
      },
    },
    job.traceparent,
  );
  return traced(span, () => work({ ...job, traceparent: span.traceparent }));
}
