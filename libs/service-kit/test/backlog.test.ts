import { agents } from '@muster/contracts';
import { maybeOne, newId, sql } from '@muster/service-kit';
import {
  aCompany,
  lengthOf,
  openStage,
  openTrials,
  recordTrials,
  until,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partitionOf } from '../src/nats/subjects.ts';
import { ledgerService, type ledger } from './ledger.ts';
import { fillLog } from './producer-log.ts';

/** Events of one company whose messages are lost. */
const BACKLOG = lengthOf({ full: 200_000, short: 8_000 });
/** Companies of the same partition, one event each, one after the other. */
const OTHERS = lengthOf({ full: 500, short: 20 });
/** Measured where the machine has nothing else to do. */
const LAG_MAX_MS = lengthOf({ full: 100, short: 60_000 });
const TEST_TIMEOUT_MS = lengthOf({ full: 600_000, short: 120_000 });

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  // No sweep takes part: what messages bring has to suffice.
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  await stage.given.company();
});
const trials = openTrials();
afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P4',
    by: 'libs/service-kit/test/backlog',
    faults: 1,
    ...trials.result(),
    how:
      `${BACKLOG} events of one company whose messages were lost, and ${OTHERS} of other companies, ` +
      `of which 99 % took effect within ${Math.ceil(p99())} ms`,
  });
});

/** From each commit in the producer until the effect is seen. */
const lagsMs: number[] = [];
const p99 = (): number => lagsMs.toSorted((a, b) => a - b)[Math.floor(OTHERS * 0.99)] ?? 0;

const lastSeqOf = async (companyId: string): Promise<number> => {
  const cursor = await maybeOne<{ lastSeq: number }>(
    stage.db,
    sql`select last_seq from cursors where company_id = ${companyId}`,
  );
  return cursor?.lastSeq ?? 0;
};

const created = (companyId: string) => ({
  companyId,
  entityId: companyId,
  payload: aCompany({ companyId }),
});

/** Ids of companies in the partition of another one. */
function idInPartitionOf(companyId: string): string {
  for (;;) {
    const id = newId();
    if (partitionOf(id) === partitionOf(companyId)) return id;
  }
}

it(
  'applies the events of other companies while one company reads its backlog',
  async () => {
    const lagging = newId();
    await fillLog(stage, { companyIds: [lagging], events: BACKLOG });
    // Its next event arrives, so that the process sees what is missing.
    await stage.emitFrom(agents, 'company.created', created(lagging));
    await until('the catch-up has begun', async () => (await lastSeqOf(lagging)) || undefined);
    for (let other = 0; other < OTHERS; other += 1) {
      const companyId = idInPartitionOf(lagging);
      await stage.emitFrom(agents, 'company.created', created(companyId));
      const emittedAt = performance.now();
      while ((await lastSeqOf(companyId)) === 0);
      lagsMs.push(performance.now() - emittedAt);
    }
    expect(await lastSeqOf(lagging)).toBeLessThan(BACKLOG);
    await trials.of(BACKLOG, async () => {
      expect(p99()).toBeLessThan(LAG_MAX_MS);
      await until(
        'the backlog is applied',
        async () => (await lastSeqOf(lagging)) === BACKLOG + 1 || undefined,
        TEST_TIMEOUT_MS,
      );
    });
  },
  TEST_TIMEOUT_MS,
);
