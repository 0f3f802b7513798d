/** Billing while its Postgres is slower than its events arrive. */
import { setTimeout as pause } from 'node:timers/promises';
import { issues, type Payload } from '@muster/contracts';
import { newId, one, sql, startService, type RunningService } from '@muster/service-kit';
import {
  agentActor,
  anIssue,
  calledByAnyone,
  clientAs,
  lengthOf,
  openSlowLink,
  openStage,
  openTrials,
  recordTrials,
  until,
  type SlowLink,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, isBooked, type BillingStage } from './books.ts';
import { growthOf, heapBytes, oldestUnappliedSeconds, sumOf } from './readings.ts';

const COMPANIES = 128;
/** Events of one write of the producer. */
const EVENTS_EACH = 16;
const BURST = COMPANIES * EVENTS_EACH;
/** Fewer than the producer has connections. */
const WRITERS = 4;
/** Postgres is slowed until no more than this part of the events is applied in a second. */
const SLOWED_TO = 1 / 10;
const DELAYS_MS = [32, 64, 128, 256, 512, 1_024];
/**
 * The short form does not look for the delay: with this one, Postgres applies fewer events in
 * OVERLOAD_SECONDS than EVENTS_MIN leaves to it on a machine of any speed.
 */
const SHORT_DELAY_MS = 512;
/** A cost takes two round trips and the commit; beside the events it waits for a connection and the books. */
const ROUND_TRIPS_MAX = 12;
/** Events arrive so many times faster than they are then applied. */
const OVERLOAD = 2;
const OVERLOAD_SECONDS = lengthOf({ full: 120, short: 8 });
/** Much more than the processes hold: the others are left in the log. */
const EVENTS_MIN = 25_600;
/** Much less than the events that are not applied would take. */
const HEAP_GROWTH_MAX_BYTES = 32_000_000;
const SAMPLE_MS = 500;
/** In the short form none takes part. */
const SWEEP_SECONDS = String(lengthOf({ full: 10, short: 3_600 }));
/** Two processes alone in the short form. */
const PROCESSES = [1, 2].slice(lengthOf({ full: 0, short: 1 }));
const TEST_TIMEOUT_MS = lengthOf({ full: 1_200_000, short: 240_000 });

let stage: BillingStage;
let link: SlowLink;
let companyIds: string[];
let agentId: string;
/** Of each company: how often its issue has changed. */
const versions = new Map<string, number>();
const issueIds = new Map<string, string>();
const trials = openTrials();
const measured: string[] = [];

beforeAll(async () => {
  stage = await openStage(billingService, {
    env: { SWEEP_SECONDS, BUDGET_SWEEP_SECONDS: '3600' },
  });
  await stage.standIn(issues);
  companyIds = [];
  for (let n = 0; n < COMPANIES; n += 1) {
    const { companyId } = await stage.given.company();
    companyIds.push(companyId);
    issueIds.set(companyId, newId());
  }
  ({ agentId } = await stage.given.agent(companyIds[0] ?? ''));
  // Processes whose Postgres is slow take its place; the producer's Postgres is not slow.
  await stage.service.stop();
  link = await openSlowLink(stage.env['DATABASE_URL'] ?? '');
});

afterAll(async () => {
  link.close();
  await stage.close();
  recordTrials({
    promise: 'P4',
    by: 'services/billing/test/back-pressure',
    faults: 2,
    ...trials.result(),
    how: measured.join('; '),
  });
});

async function startReplica(): Promise<RunningService> {
  const { OPS_PORT: _, ...env } = stage.env;
  return calledByAnyone(await startService(billingService, { ...env, DATABASE_URL: link.url }));
}

const changed = (companyId: string, version: number): Payload<typeof issues, 'issue.updated'> => ({
  ...anIssue({ issueId: issueIds.get(companyId) ?? newId(), title: `Change ${version}`, version }),
  changes: { title: { from: `Change ${version - 1}`, to: `Change ${version}` } },
});

/** Changes of a company's issue, in one write of its owner. */
async function change(companyId: string): Promise<void> {
  const { service: producer } = await stage.standIn(issues);
  const before = versions.get(companyId) ?? 0;
  versions.set(companyId, before + EVENTS_EACH);
  await producer.runtime.write(async ({ emit }) => {
    for (let version = before + 1; version <= before + EVENTS_EACH; version += 1) {
      const payload = changed(companyId, version);
      (emit as (type: string, event: object) => void)('issue.updated', {
        companyId,
        entityId: payload.issueId,
        payload,
      });
    }
  });
}

/** A write that waits for a connection for long is refused. */
async function changeAll(): Promise<void> {
  const left = [...companyIds];
  const writers = Array.from({ length: WRITERS }, async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await change(next);
  });
  await Promise.all(writers);
}

/** Companies whose issue is not copied in its last version, or whose cursor is not at its last event. */
async function laggingCompanies(): Promise<number> {
  const { count } = await one<{ count: number }>(
    await stage.admin(),
    sql`
    select count(*)::int4 as count
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int4[])
      as e (company_id, version)
    where not exists (
      select from issues i join cursors c using (company_id)
      where i.company_id = e.company_id and i.version = e.version
        and c.producer = 'issues' and c.last_seq = e.version and c.lagging = '{}'
    )`,
  );
  return count;
}

const allApplied = (): Promise<true> =>
  until(
    'all events are applied',
    async () => (await laggingCompanies()) === 0 || undefined,
    TEST_TIMEOUT_MS,
  );

/** Events that are applied in a second if all companies have some. */
async function appliedPerSecond(delayMs: number): Promise<number> {
  link.setDelay(delayMs);
  const startedAt = performance.now();
  await changeAll();
  await allApplied();
  return (BURST / (performance.now() - startedAt)) * 1_000;
}

interface Slowness {
  readonly delayMs: number;
  /** The events that arrive in a second meanwhile. */
  readonly arriving: number;
}

const slowDown = lengthOf({ full: 1, short: 0 }) === 1 ? slowToATenth : slowByDelay;

async function slowByDelay(): Promise<Slowness> {
  await appliedPerSecond(0);
  link.setDelay(SHORT_DELAY_MS);
  return { delayMs: SHORT_DELAY_MS, arriving: EVENTS_MIN / OVERLOAD_SECONDS };
}

async function slowToATenth(): Promise<Slowness> {
  await appliedPerSecond(0);
  const unhindered = await appliedPerSecond(0);
  for (const delayMs of DELAYS_MS) {
    const rate = await appliedPerSecond(delayMs);
    if (rate > unhindered * SLOWED_TO) continue;
    measured.push(`${Math.round(unhindered)} events/s, ${Math.round(rate)} of a slow Postgres`);
    return { delayMs, arriving: Math.max(OVERLOAD * rate, EVENTS_MIN / OVERLOAD_SECONDS) };
  }
  throw new Error(`more than ${unhindered * SLOWED_TO} events/s with every delay`);
}

/** Changes the companies' issues in turns, evenly over the time. */
async function overload(eventsPerSecond: number): Promise<void> {
  const writes = Math.ceil((eventsPerSecond * OVERLOAD_SECONDS) / EVENTS_EACH);
  const startedAt = performance.now();
  for (let write = 0; write < writes; write += 1) {
    await change(companyIds[write % COMPANIES] ?? '');
    const early = startedAt + (write / writes) * OVERLOAD_SECONDS * 1_000 - performance.now();
    if (early > 0) await pause(early);
  }
}

/** Reports costs one after the other until the signal, each until it is booked; returns how many. */
async function reportCosts([first]: readonly RunningService[], stop: AbortSignal): Promise<number> {
  const companyId = companyIds[0] ?? '';
  const actor = agentActor(companyId, { id: agentId });
  const reporter = clientAs(first as RunningService, billingService.contract, actor);
  let costs = 0;
  while (!stop.aborted) {
    const cost = { ...aCost(companyId, agentId, 1), eventId: newId() };
    while (!(await isBooked(() => reporter.recordCost(cost)))) continue;
    costs += 1;
  }
  return costs;
}

/** Looks at the processes until the signal, and once after it. */
async function sample(
  replicas: readonly RunningService[],
  stop: AbortSignal,
  onUnapplied: () => void,
) {
  const heaps: number[] = [];
  let [laggingMax, oldestMax] = [0, 0];
  for (;;) {
    const isLast = stop.aborted;
    heaps.push(heapBytes());
    laggingMax = Math.max(laggingMax, await laggingCompanies());
    if (laggingMax > 0) onUnapplied();
    oldestMax = Math.max(oldestMax, await oldestUnappliedSeconds(replicas));
    if (isLast) return { heaps, laggingMax, oldestMax };
    await pause(SAMPLE_MS);
  }
}

/** Reports costs and looks at the processes until the signal. */
async function observe(
  replicas: readonly RunningService[],
  stop: AbortSignal,
  onUnapplied: () => void,
) {
  const [costs, samples] = await Promise.all([
    reportCosts(replicas, stop),
    sample(replicas, stop, onUnapplied),
  ]);
  return { costs, ...samples };
}

describe.each(PROCESSES)(
  'billing in %i processes whose Postgres is slower than its events arrive',
  (count) => {
    it(
      'leaves in the log what it cannot apply yet, books costs, and catches up',
      async () => {
        const replicas = await Promise.all(Array.from({ length: count }, startReplica));
        try {
          const { arriving, delayMs } = await slowDown();
          const spentBefore = await spentCents();
          const eventsBefore = sumOf(versions);
          const stopping = new AbortController();
          const unapplied = Promise.withResolvers<void>();
          const observed = observe(replicas, stopping.signal, unapplied.resolve);
          await Promise.race([overload(arriving), observed.then(() => undefined)]);
          // The producer may still be publishing what it has written.
          await Promise.race([unapplied.promise, allApplied(), observed]);
          stopping.abort();
          const { costs, heaps, laggingMax, oldestMax } = await observed;
          link.setDelay(0);
          const events = sumOf(versions) - eventsBefore;
          await trials.of(events, async () => {
            await allApplied();
            expect((await spentCents()) - spentBefore).toBe(costs);
          });
          measured.push(
            `${count} processes: ${events} events in ${OVERLOAD_SECONDS} s, ${costs} costs, ` +
              `up to ${laggingMax} companies lagging`,
          );
          const slowestMs = delayMs * ROUND_TRIPS_MAX;
          const costsMin = Math.floor((OVERLOAD_SECONDS * 1_000) / slowestMs);
          expect(costs).toBeGreaterThanOrEqual(Math.max(1, costsMin));
          expect(laggingMax).toBeGreaterThan(0);
          if (OVERLOAD_SECONDS > 60) expect(oldestMax).toBeGreaterThan(0);
          expect(growthOf(heaps)).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
        } finally {
          link.setDelay(0);
          await Promise.all(replicas.map((replica) => replica.stop()));
        }
      },
      TEST_TIMEOUT_MS,
    );
  },
);

const spentCents = async (): Promise<number> =>
  (
    await one<{ cents: number }>(
      await stage.admin(),
      sql`select coalesce(sum(cost_cents), 0)::int4 as cents from cost_events`,
    )
  ).cents;
