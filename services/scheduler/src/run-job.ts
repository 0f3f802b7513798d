/** Payload of a job in the queue. The queue is untrusted: parse what comes out of it. */
import { Id } from '@muster/contracts';
import { z } from 'zod';

export const RunJob = z.object({ runId: Id, traceparent: z.string().max(100).nullable() });
export type RunJob = z.output<typeof RunJob>;
