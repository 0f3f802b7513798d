import { agents } from '@muster/contracts';
import { newId, startService, type RunningService } from '@muster/service-kit';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import {
  boardActor,
  calledByAnyone,
  clientAs,
  openSlowLink,
  openStage,
  pendingEvents,
  until,
  type SlowLink,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';
import { fillLog } from './producer-log.ts';

const COMPANIES = 60;
const EVENTS_EACH = 80;
const EVENTS = COMPANIES * EVENTS_EACH;
/** No sweep takes part but the one at the start, and those that the test asks for. */
const NEVER_SECONDS = '3600';
/** Enough for all events: a full stream would drop the oldest. */
const STREAM_MAX_MB = '128';
/** Much more than a statement takes here: Postgres then applies less than a tenth. */
const DELAY_MS = 15;
/** Events that a process takes from the stream before it has applied them, in all partitions. */
const TAKEN_MAX = 3_100;
/** One after the other while Postgres is slow. */
const REQUESTS = 20;
const TEST_TIMEOUT_MS = 120_000;

let stage: Stage<typeof ledger>;
let link: SlowLink;
let slow: RunningService;
let manager: JetStreamManager;

beforeAll(async () => {
  const env = { EVENTS_MAX_MB: STREAM_MAX_MB, SWEEP_SECONDS: NEVER_SECONDS };
  stage = await openStage(ledgerService, { env });
  const { service: producer } = await stage.standIn(agents);
  manager = await jetstreamManager(producer.runtime.nats);
  // A process whose Postgres is slow takes its place; the producer's Postgres is not slow.
  await stage.service.stop();
  link = await openSlowLink(stage.env['DATABASE_URL'] ?? '');
});

/** Starts on a stream that has all events. */
async function startSlowly(): Promise<void> {
  link.setDelay(DELAY_MS);
  const { OPS_PORT: _, ...env } = stage.env;
  slow = calledByAnyone(await startService(ledgerService, { ...env, DATABASE_URL: link.url }));
}

afterAll(async () => {
  await slow.stop();
  link.close();
  await stage.close();
});

const countOf = async (query: string): Promise<number> => {
  const { rows } = await (await stage.admin()).client.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
};

/** That none of the events is in memory that must not be: what is not applied is in the stream. */
async function requireBounded(): Promise<void> {
  const pending = await pendingEvents(slow);
  const applied = await countOf('select count(*)::int4 from heard');
  expect(EVENTS - applied - pending).toBeLessThan(TAKEN_MAX);
}

/** What the alert MusterEventsNotApplied watches. */
async function oldestUnappliedSeconds(): Promise<number> {
  const metric = await slow.runtime.metrics.registry
    .getSingleMetric('muster_oldest_unapplied_seconds')
    ?.get();
  return metric?.values[0]?.value ?? 0;
}

it(
  'leaves in the stream what Postgres is too slow for, answers requests, and catches up',
  async () => {
    const companyIds = Array.from({ length: COMPANIES }, newId);
    await fillLog(stage, { companyIds, events: EVENTS_EACH, published: true });
    const { stream } = stage.service.runtime.subjects;
    await until('everything is published', async () => {
      const { state } = await manager.streams.info(stream);
      return state.last_seq >= EVENTS || undefined;
    });
    await startSlowly();
    await requireBounded();
    const { addEntry } = clientAs(slow, ledger, boardActor());
    for (let request = 0; request < REQUESTS; request += 1) {
      await addEntry({ companyId: newId(), amount: 1 });
    }
    expect(await countOf('select count(*)::int4 from entries')).toBe(REQUESTS);
    await requireBounded();
    expect(await pendingEvents(slow)).toBeGreaterThan(0);
    const swept = slow.sweep();
    await until('the lag is measured', async () => {
      void slow.sweep();
      return (await oldestUnappliedSeconds()) || undefined;
    });
    link.setDelay(0);
    await swept;
    await until(
      'all events are applied',
      async () => (await countOf('select count(*)::int4 from heard')) === EVENTS || undefined,
      TEST_TIMEOUT_MS,
    );
    expect(await countOf('select count(*)::int4 from cursors where attempts > 0')).toBe(0);
  },
  TEST_TIMEOUT_MS,
);
