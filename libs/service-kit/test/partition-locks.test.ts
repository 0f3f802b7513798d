/** Replicas share the partitions by locks of their sessions in Postgres: one holder each, at any time. */
import { newId } from '@muster/service-kit';
import { openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PARTITIONS } from '../src/nats/subjects.ts';
import type { OpenRuntime } from '../src/process/open-runtime.ts';
import { openPartitionLocks, type PartitionLocks } from '../src/reactions/partition-locks.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { endSession, sessionsOf } from './lock-sessions.ts';

/** Until the partitions of a session that has ended are held by others; looks are a second apart. */
const TAKEOVER_MAX_MS = 3_000;
const TEST_TIMEOUT_MS = 60_000;

interface Replica {
  readonly locks: PartitionLocks;
  readonly held: Set<number>;
}

let stage: Stage<typeof ledger>;
let schema: string;
let replicas: Replica[] = [];
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterEach(async () => {
  await Promise.all(replicas.map(({ locks }) => locks.drain()));
});
afterAll(() => stage.close());

function startReplica(): Replica {
  const { metrics, log, sessionConfig } = stage.service.runtime as OpenRuntime;
  const held = new Set<number>();
  const locks = openPartitionLocks({
    sessionConfig,
    schema,
    metrics,
    log,
    taken: (partition) => void held.add(partition),
    given: async (partition) => void held.delete(partition),
  });
  locks.start();
  return { locks, held };
}

/** Resolves when each partition has one holder, and no replica has more than its share. */
const shared = (of: readonly Replica[]): Promise<true> =>
  until(
    'the partitions are shared',
    () => {
      const all = of.flatMap(({ held }) => [...held]);
      const isShared = of.every(({ held }) => held.size <= Math.ceil(PARTITIONS / of.length));
      return (
        (isShared && all.length === PARTITIONS && new Set(all).size === PARTITIONS) || undefined
      );
    },
    TEST_TIMEOUT_MS,
  );

describe.each([1, 2, 8, 50])('the partitions of %i replicas', (count) => {
  const start = async (): Promise<void> => {
    schema = `locks_${newId()}`;
    replicas = Array.from({ length: count }, startReplica);
    await shared(replicas);
  };

  it(
    'have one holder each, in equal shares',
    async () => {
      await start();
      const sessions = await sessionsOf(await stage.admin(), schema);
      expect(sessions.size).toBe(PARTITIONS);
      expect(new Set(sessions.values()).size).toBe(Math.min(count, PARTITIONS));
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'are taken again within three seconds when the session of a holder ends',
    async () => {
      await start();
      const admin = await stage.admin();
      const startedAt = performance.now();
      const ended = await endSession(admin, schema);
      await until('all partitions have a holder', async () => {
        const pids = [...(await sessionsOf(admin, schema)).values()];
        return (pids.length === PARTITIONS && !pids.includes(ended)) || undefined;
      });
      expect(performance.now() - startedAt).toBeLessThan(TAKEOVER_MAX_MS);
      await shared(replicas);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'go to the others when a holder drains',
    async () => {
      await start();
      const leaving = replicas.find(({ held }) => held.size > 0);
      replicas = replicas.filter((replica) => replica !== leaving);
      await leaving?.locks.drain();
      expect(leaving?.held.size).toBe(0);
      if (count > 1) await shared(replicas);
    },
    TEST_TIMEOUT_MS,
  );
});
