/** Five times as many requests as can be served: as many are served as ever, the rest is told. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import { openFlood } from '../harness/flood.ts';
import type { Flood, Tally } from '../harness/flood.ts';
import { inLanes } from '../harness/lanes.ts';
import { lengthOf } from '../harness/length.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';

const SECONDS = lengthOf({ full: 60, short: 4 });
const LANES = 32;
const TIMES = 5;
/** Of the peak before. A short look at a busy machine is a rough one. */
const GOODPUT_MIN = lengthOf({ full: 80, short: 60 }) / 100;
const BACK_MS = 5_000;
/** Back to normal: within so many times the median of the calm. */
const NORMAL_TIMES = 4;
const GROWTH_MAX_MB = 256;
const KB_PER_MB = 1_024;
const WRITERS = 16;
/** Members that are made at a time. */
const LANES_OF_SETUP = 4;

const world = useWorld();
let flood: Flood;

beforeAll(async () => {
  const { id: companyId } = await foundCompany(world().board);
  const { id: issueId } = await addIssue(world().board, companyId);
  const tokens: string[] = [];
  await inLanes(WRITERS, LANES_OF_SETUP, async () => {
    tokens.push((await addMember(world(), companyId)).token);
  });
  let turn = 0;
  flood = openFlood(world().stack.baseUrl, () => ({
    method: 'POST', path: `/api/issues/${issueId}/comments`,
    token: tokens[(turn += 1) % tokens.length] ?? '', body: { body: `Comment ${turn}` },
  }));
});

const memoryOf = (): ReadonlyMap<string, number> => new Map(world().stack.pids()
  .filter(({ name }) => name === 'gateway' || name === 'issues')
  .map(({ name, pid }) => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return [name, Number(kilobytes) / KB_PER_MB];
  }));

const medianOf = ({ latenciesMs }: Tally): number =>
  latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? Infinity;

describe(`${TIMES} times as many requests as can be served`, () => {
  test('are refused above what is served, and all is well at once afterwards', async () => {
    await flood.draw(LANES, 1);
    const calm = await flood.draw(1, 1);
    const peak = await flood.draw(LANES, Math.min(SECONDS, 10));
    const rate = peak.served / peak.seconds;
    const before = memoryOf();
    const over = await flood.pour(TIMES * rate, SECONDS);
    const after = memoryOf();
    const endedAt = performance.now();
    let back = await flood.draw(1, 0.2);
    while (medianOf(back) > NORMAL_TIMES * medianOf(calm) && performance.now() - endedAt < 30_000) {
      back = await flood.draw(1, 0.2);
    }
    const backMs = performance.now() - endedAt;
    flood.close();
    const goodput = over.served / over.seconds;
    const growth = [...after].map(([name, megabytes]) => megabytes - (before.get(name) ?? 0));
    const told = [...over.others].map(([name, times]) => `${times} × ${name}`).join('; ');
    const wrong = [...over.others].filter(([name]) => !/^(429|503) .*, Retry-After$/.test(name));
    const how = `peak ${Math.round(rate)}/s, sent ${Math.round(over.sent / over.seconds)}/s, ` +
      `served ${Math.round(goodput)}/s; ${told}; median ${Math.round(medianOf(over))} ms, ` +
      `memory +${Math.round(Math.max(...growth))} MB, normal after ${Math.round(backMs)} ms`;
    console.log(how);
    note({
      promise: 'P18', by: 'e2e/chaos/overload', trials: Math.round(over.seconds), faults: over.sent,
      violations: wrong.length + (goodput < GOODPUT_MIN * rate ? 1 : 0), how,
    });
    expect(wrong).toEqual([]);
    expect(goodput).toBeGreaterThanOrEqual(GOODPUT_MIN * rate);
    expect(Math.max(...growth)).toBeLessThan(GROWTH_MAX_MB);
    expect(backMs).toBeLessThanOrEqual(BACK_MS);
  });
});
