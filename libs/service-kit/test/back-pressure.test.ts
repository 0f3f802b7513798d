import { agents } from '@muster/contracts';
import { newId, startService, type RunningService } from '@muster/service-kit';
import {
  boardActor,
  calledByAnyone,
  clientAs,
  openSlowLink,
  openStage,
  until,
  type SlowLink,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledger, ledgerService } from './ledger.ts';
import { writeLogs } from './producer-log.ts';

const COMPANIES = 60;
const EVENTS_EACH = 80;
const EVENTS = COMPANIES * EVENTS_EACH;
/** No sweep takes part but the one at the start, and those that the test asks for. */
const NEVER_SECONDS = '3600';
/** Much more than a statement takes here: Postgres then applies less than a tenth. */
const DELAY_MS = 15;
/** One after the other while Postgres is slow. */
const REQUESTS = 20;
const TEST_TIMEOUT_MS = 120_000;

let stage: Stage<typeof ledger>;
let link: SlowLink;
let slow: RunningService;

beforeAll(async () => {
  const env = { SWEEP_SECONDS: NEVER_SECONDS };
  stage = await openStage(ledgerService, { env });
  await stage.standIn(agents);
  // A process whose Postgres is slow takes its place; the producer's Postgres is not slow.
  await stage.service.stop();
  link = await openSlowLink(stage.env['DATABASE_URL'] ?? '');
});

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

const applied = (): Promise<number> => countOf('select count(*)::int4 from heard');

/** What the alert MusterEventsNotApplied watches. */
async function oldestUnappliedSeconds(): Promise<number> {
  const metric = await slow.runtime.metrics.registry
    .getSingleMetric('muster_oldest_unapplied_seconds')
    ?.get();
  return metric?.values[0]?.value ?? 0;
}

it(
  'leaves in the log what Postgres is too slow for, answers requests, and catches up',
  async () => {
    const companyIds = Array.from({ length: COMPANIES }, newId);
    await startSlowly();
    await writeLogs(stage, { companyIds, events: EVENTS_EACH });
    const { addEntry } = clientAs(slow, ledger, boardActor());
    for (let request = 0; request < REQUESTS; request += 1) {
      await addEntry({ companyId: newId(), amount: 1 });
    }
    expect(await countOf('select count(*)::int4 from entries')).toBe(REQUESTS);
    expect(await applied()).toBeLessThan(EVENTS);
    const swept = slow.sweep();
    await until('the lag is measured', async () => {
      void slow.sweep();
      return (await oldestUnappliedSeconds()) || undefined;
    });
    link.setDelay(0);
    await swept;
    await until(
      'all events are applied',
      async () => (await applied()) === EVENTS || undefined,
      TEST_TIMEOUT_MS,
    );
    expect(await countOf('select count(*)::int4 from failures')).toBe(0);
  },
  TEST_TIMEOUT_MS,
);
