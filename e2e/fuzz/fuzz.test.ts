/**
 * Requests of all kinds, generated from the contracts: valid ones, and mutations that have broken
 * something somewhere. `FUZZ_SEED` repeats a run, `FUZZ_RUNS` is its number of requests.
 */
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { boardFolder, buildBoard } from '@muster/local/stack';
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { beforeAll, expect, it } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { openRawHttp } from '../world/raw-http.ts';
import { drafts } from './draft.ts';
import { openFindings } from './findings.ts';
import { readUnready, readFailedReactions, readLags, type Lag } from './health.ts';
import { describeRoutes, faultsOf } from './oracle.ts';
import { openPool, type Pool } from './pool.ts';
import { send, type Sent } from './send.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? lengthOf({ full: 20_000, short: 2_000 }));
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Requests per company: they end in a company in which every agent is paused or terminated. */
const SEGMENT = 1_000;
const CONCURRENCY = 16;
const TIMEOUT_MS = 600_000;

/** Percentage of requests that succeed. */
const SUCCESS_PERCENT_MIN = 25;
/**
 * No request may stall the others. The median event loop lag has to be below this on any machine; the
 * slowest requests are sent again, alone, a few times each.
 */
const STALL_MS = 100;
const SUSPECTS = 40;
const TRIES = 4;
const BUILD_MAX_MS = 120_000;

const world = useWorld();
const sql = useSql(world);
// Until its pages are built, the first of them is answered with 503.
beforeAll(() => buildBoard(boardFolder(tmpdir())), BUILD_MAX_MS);

it(
  `every request is answered as documented (FUZZ_SEED=${SEED})`,
  async () => {
    const http = openRawHttp(world().stack.baseUrl);
    const { body } = await world().board.get('/api/openapi.json');
    const described = describeRoutes(body as Record<string, unknown>);
    const findings = openFindings();
    let successes = 0;
    let suspects: { sent: Sent; pool: Pool }[] = [];
    await readLags(world());

    for (let from = 0; from < RUNS; from += SEGMENT) {
      // Requests with wrong passwords may not keep the people of the next segment from signing in.
      await sql.rows('delete from gateway.sign_in_attempts');
      const pool = await openPool(world(), `F${from}`);
      const segment = fc.sample(drafts, {
        seed: SEED + from,
        numRuns: Math.min(SEGMENT, RUNS - from),
      });
      await inParallel(segment.length, CONCURRENCY, async (index) => {
        const draft = segment[index];
        if (draft === undefined) return;
        const sent = await send(http, draft, pool);
        if (sent.reply.status < 300) successes += 1;
        suspects.push({ sent, pool });
        for (const fault of faultsOf(described, draft, sent.reply)) {
          findings.note(from + index, sent, fault);
        }
      });
      await pool.close();
      suspects = suspects
        .toSorted((a, b) => b.sent.reply.tookMs - a.sent.reply.tookMs)
        .slice(0, SUSPECTS);
    }
    const lags = await readLags(world());
    // On a busy machine every request is slow: the limit allows for that.
    const ordinaryMs = await quickestOf(TRIES, () => createCompany(world().board));
    const limitMs = STALL_MS + 2 * ordinaryMs;
    for (const { sent, pool } of suspects) {
      const best = await quickestOf(TRIES, () => send(http, sent.draft, pool));
      if (best > limitMs) findings.note(0, sent, `takes ${Math.round(best)} ms alone`);
    }
    http.close();
    const late = lags.map(describeLag).join();
    process.stdout.write(`${RUNS} requests, ${successes} successes;${late}\n`);
    const stalled = lags.filter(({ p50Ms }) => p50Ms > STALL_MS);
    recordTrials({
      promise: 'P14',
      by: 'e2e/fuzz',
      trials: RUNS,
      faults: 0,
      violations: findings.all().length + stalled.length,
      how: `seed ${SEED}`,
    });
    expect(findings.all().join('\n')).toBe('');
    expect(stalled).toEqual([]);
    expect(successes).toBeGreaterThan((RUNS * SUCCESS_PERCENT_MIN) / 100);
  },
  TIMEOUT_MS,
);

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
  ` ${service} event loop late by ${Math.round(p50Ms)} ms (p99 ${Math.round(p99Ms)})`;

it('every service is ready afterwards, and no reaction failed', async () => {
  expect(await readUnready(world())).toEqual([]);
  await until(
    'no failing reaction',
    async () => (await readFailedReactions(sql)).length === 0 || undefined,
  );
  expect((await world().board.get('/api/health')).status).toBe(200);
});
