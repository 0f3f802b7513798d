/** Each partition has one owner among the replicas, and its events come in order. */
import { agents } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { openStage, until, type Stage } from '@muster/test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PARTITIONS } from '../src/nats/subjects.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { writeLogs } from './producer-log.ts';
import { endSession } from './lock-sessions.ts';

const COMPANIES = 60;
const EVENTS_EACH = 50;
const EVENTS = COMPANIES * EVENTS_EACH;
const TEST_TIMEOUT_MS = 120_000;
/** No sweep takes part but those of partitions that are opened. */
const NEVER_SECONDS = '3600';

let stage: Stage<typeof ledger>;
let replicas: RunningService[];

beforeEach(async () => {
  const env = { SWEEP_SECONDS: NEVER_SECONDS, DB_POOL_MAX: '2' };
  stage = await openStage(ledgerService, { env });
  replicas = [stage.service];
  await stage.standIn(agents);
});
afterEach(() => stage.close());

async function startReplicas(count: number): Promise<void> {
  while (replicas.length < count) replicas.push(await stage.replica());
}

async function valueOf({ runtime }: RunningService, name: string): Promise<number> {
  const metric = await runtime.metrics.registry.getSingleMetric(name)?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

const valuesOf = (name: string): Promise<number[]> =>
  Promise.all(replicas.map((replica) => valueOf(replica, name)));

/** Partitions that each replica holds, once each has one owner and no one has more than a share. */
function shared(): Promise<number[]> {
  const shareMax = Math.ceil(PARTITIONS / replicas.length);
  return until(
    'the partitions are shared',
    async () => {
      const held = await valuesOf('muster_partitions_held');
      const total = held.reduce((sum, each) => sum + each, 0);
      return total === PARTITIONS && Math.max(...held) <= shareMax ? held : undefined;
    },
    TEST_TIMEOUT_MS,
  );
}

/** Events that are in order in their companies' logs, from one producer. */
const publish = (): Promise<void> =>
  writeLogs(stage, {
    companyIds: Array.from({ length: COMPANIES }, newId),
    events: EVENTS_EACH,
  });

const applied = (events: number): Promise<true> =>
  until(
    'all events are applied',
    async () => {
      const { rows } = await (
        await stage.admin()
      ).client.query<{ count: number }>('select count(*)::int4 from heard');
      return (rows[0]?.count ?? 0) >= events || undefined;
    },
    TEST_TIMEOUT_MS,
  );

describe('the partitions of a service', () => {
  it.each([1, 2, 8])(
    'have the same owners throughout with %i replicas, and each event is applied once',
    async (count) => {
      await startReplicas(count);
      await shared();
      const before = await valuesOf('muster_partitions_held');
      await publish();
      await applied(EVENTS);
      expect(await valuesOf('muster_partitions_held')).toEqual(before);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'go on where an owner stops and another one loses its sessions, and each event is applied once',
    async () => {
      await startReplicas(3);
      await shared();
      await publish();
      await replicas.shift()?.stop();
      await endSession(await stage.admin(), stage.env['DB_SCHEMA'] ?? '');
      await publish();
      await shared();
      await applied(2 * EVENTS);
      const { rows } = await (
        await stage.admin()
      ).client.query(
        `select company_id from heard group by company_id
         having count(*) <> $1 or count(distinct seq) <> $1`,
        [EVENTS_EACH],
      );
      expect(rows).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );
});
