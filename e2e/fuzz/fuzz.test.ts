/**
 * Requests of all kinds, generated from the contracts: as their schemas want them, and twisted in
 * every way that has broken something somewhere. `FUZZ_SEED` plays a run again, `FUZZ_RUNS` says
 * how many requests it has.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inLanes } from '../harness/lanes.ts';
import { useSql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';
import { openWire } from '../harness/wire.ts';
import { drafts } from './draft.ts';
import { openFindings } from './findings.ts';
import { readComplaints, readFailedEffects, readLags } from './health.ts';
import { describeRoutes, faultsOf } from './oracle.ts';
import { openPool } from './pool.ts';
import type { Pool } from './pool.ts';
import { send } from './send.ts';
import type { Sent } from './send.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Requests before a new company: what they do to one ends in a company in which nobody works. */
const CHAPTER = 1_000;
const LANES = 16;
const TIMEOUT_MS = 600_000;

/** Requests that reach what they ask for, of 100. */
const SUCCESS_PERCENT_MIN = 25;
/** The slowest, which are asked again, alone: no request may hold everybody else up. */
const SUSPECTS = 40;
const STALL_MS = 100;
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
  process.stdout.write(`${RUNS} requests, ${successes} successes, ${JSON.stringify(
    await readLags(world()))}\n`);

  for (const { sent, pool } of suspects) {
    let best = Infinity;
    for (let number = 0; number < TRIES && best > STALL_MS; number += 1) {
      best = Math.min(best, (await send(wire, sent.draft, pool)).reply.tookMs);
    }
    if (best > STALL_MS) findings.note(0, sent, `takes ${Math.round(best)} ms alone`);
  }
  wire.close();
  expect(findings.all().join('\n')).toBe('');
  expect(successes).toBeGreaterThan((RUNS * SUCCESS_PERCENT_MIN) / 100);
}, TIMEOUT_MS);

test('the stack is well afterwards', async () => {
  expect(await readComplaints(world())).toEqual([]);
  await until('no effect that failed', async () =>
    (await readFailedEffects(sql, world())).length === 0 || undefined);
  expect((await world().board.get('/api/health')).status).toBe(200);
});
