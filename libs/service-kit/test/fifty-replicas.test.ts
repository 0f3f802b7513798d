/** Fifty replicas of a service at one stream: each partition has one owner, also while some come and go. */
import { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage, until, type Stage } from '@muster/test-kit';
import type { NatsConnection } from '@nats-io/transport-node';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNats } from '../src/nats/nats.ts';
import { PARTITIONS, partitionOf } from '../src/nats/subjects.ts';
import {
  startPartitionConsumers,
  type PartitionConsumers,
} from '../src/reactions/partitions/partition-consumers.ts';
import { kitMetrics } from '../src/telemetry/kit-metrics.ts';
import { openSpecs, type OpenMetrics } from '../src/telemetry/metric-specs.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { fillLog } from './producer-log.ts';

const REPLICAS = 50;
const COMPANIES = 60;
const EVENTS_EACH = 50;
const EVENTS = COMPANIES * EVENTS_EACH;
/** Two beats. */
const SETTLED_MS = 2_000;
const TEST_TIMEOUT_MS = 60_000;

interface Replica {
  readonly name: string;
  readonly nats: NatsConnection;
  readonly consumers: PartitionConsumers;
  readonly metrics: OpenMetrics<ReturnType<typeof kitMetrics>>;
}

let stage: Stage<typeof ledger>;
const replicas: Replica[] = [];
/** What all of them have received: the last number of each company, and the last taker of each partition. */
const received = { events: 0, gaps: 0, switches: 0 };
const positions = new Map<string, number>();
const takers = new Map<number, string>();

function receive(replica: string, companyId: string, seq: number): void {
  const before = positions.get(companyId) ?? 0;
  if (seq > before + 1) received.gaps += 1;
  if (seq > before) positions.set(companyId, seq);
  const partition = partitionOf(companyId);
  if ((takers.get(partition) ?? replica) !== replica) received.switches += 1;
  takers.set(partition, replica);
  received.events += 1;
}

async function startReplica(): Promise<Replica> {
  const { config, log, subjects } = stage.service.runtime;
  const metrics = openSpecs(new Registry(), kitMetrics(ledgerService));
  const name = `replica-${newId()}`;
  const nats = await openNats({ config, user: 'billing', name, log });
  const nothing = async (): Promise<void> => undefined;
  const consumers = startPartitionConsumers({
    nats,
    log,
    metrics,
    subjects,
    consumer: 'billing',
    replica: name,
    reactions: [],
    received: {
      add: ({ deliveries }) => {
        for (const { companyId, seq } of deliveries) receive(name, companyId, seq);
      },
      hurry: () => undefined,
      isFull: () => false,
      room: nothing,
      applied: nothing,
      drain: nothing,
    },
    applied: nothing,
    opened: () => undefined,
  });
  return { name, nats, consumers, metrics };
}

const sumOf = async (of: readonly Replica[], metric: 'partitionsHeld' | 'partitionHandovers') => {
  const values = await Promise.all(of.map(({ metrics }) => metrics[metric].get()));
  return values.reduce((sum, { values: [value] }) => sum + (value?.value ?? 0), 0);
};

const holdsAny = async (replica: Replica): Promise<boolean> =>
  (await sumOf([replica], 'partitionsHeld')) > 0;

/**
 * Resolves when each partition has an owner among these, none has two, and no partition has been
 * handed over for two beats: the last one that has started may have its share still to come.
 */
async function taken(of: readonly Replica[]): Promise<void> {
  let seen = -1;
  let since = 0;
  await until(
    'each partition has one owner',
    async () => {
      const each = await Promise.all(of.map((replica) => sumOf([replica], 'partitionsHeld')));
      const total = each.reduce((sum, count) => sum + count, 0);
      const handovers = await sumOf(of, 'partitionHandovers');
      if (handovers !== seen) since = performance.now();
      seen = handovers;
      const isSettled = performance.now() - since > SETTLED_MS;
      return (isSettled && total === PARTITIONS && Math.max(...each) === 1) || undefined;
    },
    TEST_TIMEOUT_MS,
  );
}

/** Publishes events of new companies, each in the order of its numbers. */
async function publish(): Promise<string[]> {
  const companyIds = Array.from({ length: COMPANIES }, newId);
  await fillLog(stage, { companyIds, events: EVENTS_EACH, published: true });
  return companyIds;
}

beforeAll(async () => {
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  await stage.standIn(agents);
  await stage.service.stop().catch(() => undefined);
});
afterAll(async () => {
  await Promise.all(replicas.map(({ consumers }) => consumers.drain()));
  await Promise.all(replicas.map(({ nats }) => nats.close()));
  await stage.close();
});

/** Resolves when all is received, or what is left was under way to a replica that has closed. */
const allReceived = (companyIds: readonly string[]): Promise<true> =>
  until(
    'the last events are received',
    () => companyIds.every((id) => positions.get(id) === EVENTS_EACH) || undefined,
    TEST_TIMEOUT_MS,
  );

describe('the partitions of fifty replicas', () => {
  it(
    'have the same owners throughout',
    async () => {
      replicas.push(...(await Promise.all(Array.from({ length: REPLICAS }, startReplica))));
      await taken(replicas);
      const handovers = await sumOf(replicas, 'partitionHandovers');
      await allReceived(await publish());
      expect(received).toEqual({ events: EVENTS, gaps: 0, switches: 0 });
      expect(await sumOf(replicas, 'partitionHandovers')).toBe(handovers);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'have new owners when theirs stop or are killed, and the events go on',
    async () => {
      let living = [...replicas];
      for (const end of ['drain', 'close'] as const) {
        const holders: Replica[] = [];
        for (const replica of living) if (await holdsAny(replica)) holders.push(replica);
        expect(holders).toHaveLength(PARTITIONS);
        const ended = holders.slice(0, PARTITIONS / 2);
        await Promise.all(
          ended.map(({ consumers, nats }) => (end === 'drain' ? consumers.drain() : nats.close())),
        );
        living = living.filter((replica) => !ended.includes(replica));
        await taken(living);
        await allReceived(await publish());
      }
      expect(received).toMatchObject({ events: 3 * EVENTS, gaps: 0 });
    },
    TEST_TIMEOUT_MS,
  );
});
