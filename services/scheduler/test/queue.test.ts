import { newId, openLogger } from '@muster/service-kit';
import { describeEach, boardActor } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openQueue, type RunQueue } from '../src/queue/queue.ts';
import type { RunJob } from '../src/run-job.ts';
import {
  backends,
  hasBackend,
  eventually,
  openScheduler,
  prepareQueue,
  type Opened,
} from './open-scheduler.ts';

const garbage = [7, 'text', {}, { runId: 'x' }, { runId: newId() }, { traceparent: null }];

describeEach(backends, hasBackend)('the queue on %s', (backend) => {
  let opened: Opened;
  let queue: RunQueue | undefined;
  beforeAll(async () => {
    opened = await openScheduler({}, backend);
  });
  afterAll(() => opened.close());
  afterEach(() => queue?.close());

  it('drops unknown jobs and continues with the next one', async () => {
    const { databaseUrl, redisUrl } = inject('servers');
    const schema = `${opened.stage.env['DB_SCHEMA']}_other`;
    await prepareQueue({ DATABASE_URL: databaseUrl, DB_SCHEMA: schema });
    queue = await openQueue({
      name: schema,
      schema: `${schema}_queue`,
      databaseUrl,
      concurrency: 1,
      log: opened.stage.service.runtime.log,
      redis: backend === 'redis' && redisUrl ? { url: redisUrl } : undefined,
    });
    const taken: RunJob[] = [];
    queue.work(async (job) => void taken.push(job));
    for (const data of garbage) queue.offer(data as unknown as RunJob);
    const job = { runId: newId(), traceparent: null };
    queue.offer(job);
    expect(await eventually(async () => taken[0])).toEqual(job);
    expect(taken).toHaveLength(1);
  });

  it('delivers a run that is offered again although a worker holds its job', async () => {
    const { databaseUrl, redisUrl } = inject('servers');
    const schema = `${opened.stage.env['DB_SCHEMA']}_third`;
    await prepareQueue({ DATABASE_URL: databaseUrl, DB_SCHEMA: schema });
    queue = await openQueue({
      name: schema,
      schema: `${schema}_queue`,
      databaseUrl,
      concurrency: 2,
      log: opened.stage.service.runtime.log,
      redis: backend === 'redis' && redisUrl ? { url: redisUrl } : undefined,
    });
    const taken: RunJob[] = [];
    const { promise: everybodyIsFree, resolve: free } = Promise.withResolvers<void>();
    queue.work((job) => {
      taken.push(job);
      return everybodyIsFree;
    });
    const [job, next] = [newId(), newId()].map((runId) => ({ runId, traceparent: null }));
    if (!job || !next) throw new Error('there are two');
    queue.offer(job);
    await eventually(async () => taken[0]);
    queue.offer(job);
    await queue.offerAgain(job);
    await eventually(async () => taken[1]);
    await queue.offerAgain(next);
    free();
    await eventually(async () => taken[2]);
    expect(taken).toEqual([job, job, next]);
  });
});

it('leaves jobs that it can neither add nor execute to sweeps', async () => {
  const refused: string[] = [];
  const log = openLogger('test', 'silent');
  const queue = await openQueue({
    name: newId(),
    schema: '',
    databaseUrl: '',
    concurrency: 1,
    log,
    answerMs: 100,
    redis: { url: 'redis://127.0.0.1:1' },
    onRefused: (outcome) => refused.push(outcome),
  });
  expect(queue.accepts()).toBe(true);
  await queue.offerAgain({ runId: newId(), traceparent: null });
  expect([refused, queue.accepts()]).toEqual([['later'], false]);
  await queue.close();
});

/** The queue of the running scheduler, as another replica opens it. */
function openSharedQueue({ stage: { env, service } }: Opened): Promise<RunQueue> {
  const { NATS_NAMESPACE, DB_SCHEMA, DATABASE_URL } = env;
  return openQueue({
    name: `${NATS_NAMESPACE}-${DB_SCHEMA}-heartbeats`,
    schema: `${DB_SCHEMA}_queue`,
    databaseUrl: DATABASE_URL ?? '',
    concurrency: 1,
    log: service.runtime.log,
    redis: undefined,
  });
}

describe('a job', () => {
  let opened: Opened;
  let queue: RunQueue | undefined;
  beforeAll(async () => {
    opened = await openScheduler();
  });
  afterAll(async () => {
    await queue?.close();
    await opened.close();
  });

  it('for a run that does not exist, or has ended, changes nothing', async () => {
    const { companyId } = await opened.company();
    const { agentId } = await opened.agent(companyId, 'console.log("once")');
    const { id } = await opened.wake(agentId);
    const ended = await opened.finished(id);
    const before = await opened.stage.emitted();
    queue = await openSharedQueue(opened);
    queue.offer({ runId: newId(), traceparent: null });
    queue.offer({ runId: id, traceparent: null });
    const { id: next } = await opened.wake(agentId);
    await opened.finished(next);
    expect(await opened.stage.as(boardActor()).getRun({ runId: id })).toEqual(ended);
    const later = (await opened.stage.emitted()).filter(({ entityId }) => entityId !== next);
    expect(later).toEqual(before);
  });
});
