/** Spans of a job and of the run that it starts. The agent's own requests go on under the run's. */
import type { Run } from '@muster/contracts';
import { traced, type Tracer } from '@muster/service-kit';
import type { RunJob } from '../hints.ts';

/** Does the job under a span of its own, where traces are recorded. */
export function tracedJob(
  tracer: Tracer | undefined,
  job: RunJob,
  work: (job: RunJob) => Promise<void>,
): Promise<void> {
  if (!tracer) return work(job);
  const span = tracer.begin({
    name: 'process heartbeat',
    kind: 'consumer',
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.destination.name': 'heartbeats',
      'messaging.operation.type': 'process',
      'muster.run.id': job.runId,
    },
  }, job.traceparent);
  return traced(span, () => work({ ...job, traceparent: span.traceparent }));
}

/** A run is there for all of its wake-ups; one of them is the cause that it is a part of. */
export const runSpan = (
  run: Run,
  wakes: readonly { readonly traceparent: string | null }[],
) => ({
  name: 'run',
  kind: 'internal' as const,
  attributes: {
    'muster.run.id': run.id,
    'muster.agent.id': run.agentId,
    'muster.company.id': run.companyId,
    'muster.run.source': run.source,
    'muster.run.epoch': run.epoch,
  },
  links: wakes.flatMap(({ traceparent }) => (traceparent ? [traceparent] : [])),
});
