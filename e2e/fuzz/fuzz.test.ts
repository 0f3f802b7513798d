/**
 * Requests of all kinds, generated from the contracts: as their schemas want them, and twisted in
 * every way that has broken something somewhere. `FUZZ_SEED` plays a run again, `FUZZ_RUNS` says
 * how many requests it has.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundCompany } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import { useSql } from '../harness/sql.ts';
import { lengthOf } from '../harness/length.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';
import { openWire } from '../harness/wire.ts';
import { drafts } from './draft.ts';
import { openFindings } from './findings.ts';
import { readComplaints, readFailedEffects, readLags } from './health.ts';
import type { Lag } from './health.ts';
import { describeRoutes, faultsOf } from './oracle.ts';
import { openPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { send } from './send.ts';
import type { Sent } from './send.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? lengthOf({ full: 20_000, short: 4_000 }));
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Requests before a new company: what they do to one ends in a company in which nobody works. */
const CHAPTER = 1_000;
const LANES = 16;
const TIMEOUT_MS = 600_000;

/** Requests that reach what they ask for, of 100. */
const SUCCESS_PERCENT_MIN = 25;
/**
 * No request may hold everybody else up. Half of the looks at an event loop have to be in time on
 * any machine; the slowest requests are asked again, alone, a few times each.
 */
const STALL_MS = 100;
const SUSPECTS = 40;
const TRIES = 4;

const world = useWorld();
const sql = useSql(world);

test(`whatever is sent is answered as documented (FUZZ_SEED=${SEED})`, async () => {
  const wire = openWire(world().stack.baseUrl);
  const { body } = await world().board.get('/api/openapi.json');
  const described = describeRoutes(body as Record<string, unknown>);
  const findings = openFindings();
  let successes = 0;
  let suspects: { sent: Sent; pool: Pool }[] = [];
  await readLags(world());

  for (let from = 0; from < RUNS; from += CHAPTER) {
    // Wrong passwords are among the requests; the people of the next chapter sign in all the same.
    await sql.rows('delete from gateway.sign_in_attempts');
    const pool = await openPool(world(), `F${from}`);
    const chapter = fc.sample(drafts, {
      seed: SEED + from, numRuns: Math.min(CHAPTER, RUNS - from),
    });
    await inLanes(chapter.length, LANES, async (index) => {
      const draft = chapter[index];
      if (draft === undefined) return;
      const sent = await send(wire, draft, pool);
      if (sent.reply.status < 300) successes += 1;
      suspects.push({ sent, pool });
      for (const fault of faultsOf(described, draft, sent.reply)) {
        findings.note(from + index, sent, fault);
      }
    });
    suspects = suspects.toSorted((a, b) => b.sent.reply.tookMs - a.sent.reply.tookMs)
      .slice(0, SUSPECTS);
  }
  const lags = await readLags(world());
  // A machine that is busy with something else is slow for everybody.
  const ordinary = await quickestOf(TRIES, () => foundCompany(world().board));
  const limitMs = STALL_MS + 2 * ordinary;
  for (const { sent, pool } of suspects) {
    const best = await quickestOf(TRIES, () => send(wire, sent.draft, pool));
    if (best > limitMs) findings.note(0, sent, `takes ${Math.round(best)} ms alone`);
  }
  wire.close();
  const late = lags.map(describeLag).join();
  process.stdout.write(`${RUNS} requests, ${successes} successes;${late}\n`);
  const stalled = lags.filter(({ p50Ms }) => p50Ms > STALL_MS);
  note({
    promise: 'P14', by: 'e2e/fuzz', trials: RUNS, faults: 0,
    violations: findings.all().length + stalled.length, how: `seed ${SEED}`,
  });
  expect(findings.all().join('\n')).toBe('');
  expect(stalled).toEqual([]);
  expect(successes).toBeGreaterThan((RUNS * SUCCESS_PERCENT_MIN) / 100);
}, TIMEOUT_MS);

async function quickestOf(tries: number, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let number = 0; number < tries && best > STALL_MS; number += 1) {
    const startedAt = performance.now();
    await work();
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}

const describeLag = ({ service, p50Ms, p99Ms }: Lag): string =>
  ` ${service} late by ${Math.round(p50Ms)} ms (p99 ${Math.round(p99Ms)})`;

test('the stack is well afterwards', async () => {
  expect(await readComplaints(world())).toEqual([]);
  await until('no effect that failed', async () =>
    (await readFailedEffects(sql, world())).length === 0 || undefined);
  expect((await world().board.get('/api/health')).status).toBe(200);
});
