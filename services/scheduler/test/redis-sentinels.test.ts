/** The queue in a Redis that has a private authority and sentinels, which may take another one as the master. */
import { newId, openLogger, redisConfig, redisConnectionOf } from '@muster/service-kit';
import { describeEach, hasRedisWithTls, startRedisGroup, type RedisGroup } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openQueue, type RunQueue } from '../src/queue/queue.ts';
import { eventually } from './open-scheduler.ts';

const LONGEST_MS = 60_000;
const schema = z.object(redisConfig('tests'));
const connectionOf = (env: Readonly<Record<string, string>>) =>
  redisConnectionOf(schema.parse(env));

describeEach(['sentinels by TLS'], hasRedisWithTls)(
  'a queue on %s',
  { timeout: LONGEST_MS },
  () => {
    let group: RedisGroup;
    let queue: RunQueue;
    let taken: string[];
    let refused: number;
    let lost: number;
    beforeAll(async () => {
      group = await startRedisGroup();
    });
    afterAll(() => group.close());
    afterEach(() => queue.close());

    const open = async (env: Readonly<Record<string, string>>): Promise<void> => {
      taken = [];
      refused = 0;
      lost = 0;
      queue = await openQueue({
        name: `sentinels_${newId()}`,
        schema: 'unused',
        databaseUrl: 'postgres://unused.invalid/unused',
        redis: connectionOf(env),
        concurrency: 1,
        log: openLogger('test', 'silent'),
        onRefused: () => void (refused += 1),
        onLost: () => void (lost += 1),
      });
      queue.work(async ({ runId }) => void taken.push(runId));
    };
    /** True: it came by the queue; false: this process took it in the queue's place. */
    const arrivesByQueue = async (): Promise<boolean> => {
      const before = refused;
      const runId = newId();
      queue.offer({ runId, traceparent: null });
      await eventually(async () => taken.includes(runId) || undefined);
      return refused === before;
    };

    it('is in the Redis that they name, and in the next one after a failover', async () => {
      await open(group.env);
      await eventually(async () => (await arrivesByQueue()) || undefined);
      const noticed = lost;
      await group.killMaster();
      expect(await arrivesByQueue()).toBe(false);
      await eventually(async () => (await arrivesByQueue()) || undefined);
      await eventually(async () => lost > noticed || undefined);
    });
  },
);

describeEach(['TLS'], hasRedisWithTls)('a queue by %s', { timeout: LONGEST_MS }, () => {
  let group: RedisGroup;
  beforeAll(async () => {
    group = await startRedisGroup();
  });
  afterAll(() => group.close());

  const isAnswered = async (env: Readonly<Record<string, string>>): Promise<boolean> => {
    let refused = 0;
    const queue = await openQueue({
      name: `tls_${newId()}`,
      schema: 'unused',
      databaseUrl: 'postgres://unused.invalid/unused',
      redis: connectionOf(env),
      concurrency: 1,
      log: openLogger('test', 'silent'),
      onRefused: () => void (refused += 1),
    });
    const taken = new Promise<void>((resolve) => {
      queue.work(async () => resolve());
    });
    queue.offer({ runId: newId(), traceparent: null });
    await taken;
    await queue.close();
    return refused === 0;
  };

  it('works with the authority of its certificate, and not without', async () => {
    const { REDIS_CA, REDIS_URL } = group.env;
    const direct = (REDIS_URL ?? '').replace('redis.invalid', `127.0.0.1:${group.masterPort}`);
    expect(await isAnswered({ REDIS_URL: direct, REDIS_CA: REDIS_CA ?? '' })).toBe(true);
    expect(await isAnswered({ REDIS_URL: direct })).toBe(false);
    // An authority demands TLS, whatever the URL says.
    const plain = direct.replace('rediss:', 'redis:');
    expect(await isAnswered({ REDIS_URL: plain, REDIS_CA: REDIS_CA ?? '' })).toBe(true);
  });
});
