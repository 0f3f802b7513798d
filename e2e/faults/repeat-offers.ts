/**
 * Adds jobs for runs that have one already, past the scheduler: a repeated job must do no harm. It uses
 * the library and the queue of the scheduler.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Stack } from '@muster/local/stack';

interface Queue {
  add(name: string, job: object, options: object): Promise<unknown>;
  close(): Promise<void>;
}
interface Library {
  Queue: new (name: string, options: object, backend?: unknown) => Queue;
  createPostgresBackend: unknown;
}

export interface RepeatedJobs {
  repeat(runIds: readonly string[], times: number): Promise<void>;
  close(): Promise<void>;
}

const NAME = 'scheduler-heartbeats';
const SCHEMA = 'scheduler_queue';

export async function openRepeatedJobs({ redisUrl, databaseUrl }: Stack): Promise<RepeatedJobs> {
  const home = new URL('../../services/scheduler/package.json', import.meta.url);
  const { Queue, createPostgresBackend } = createRequire(home)('bullmq') as Library;
  const queue = redisUrl
    ? new Queue(NAME, { connection: { url: redisUrl } })
    : new Queue(
        NAME,
        {
          connection: { connectionString: databaseUrl, schema: SCHEMA },
        },
        createPostgresBackend,
      );
  return {
    async repeat(runIds, times) {
      const jobs = runIds.flatMap((runId) => Array.from({ length: times }, () => runId));
      const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };
      await Promise.all(
        jobs.map((runId) =>
          queue.add('heartbeat', { runId, traceparent: null }, { ...options, jobId: randomUUID() }),
        ),
      );
    },
    close: () => queue.close(),
  };
}
