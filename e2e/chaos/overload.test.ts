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
/**
 * Of the peak before. A short look measures no speed, since the crowd takes its share of the same
 * cores: it shows that what is served does not collapse, as it does where nobody is refused.
 */
const GOODPUT_MIN = lengthOf({ full: 80, short: 25 }) / 100;
/** The crowd's connections are opened in this time, which is not counted. */
const ARRIVAL_SECONDS = 1;
const BACK_MS = 5_000;
/** Back to normal: within so many times the median of the calm. */
const NORMAL_TIMES = 4;
const GROWTH_MAX_MB = 256;
const KB_PER_MB = 1_024;
const WRITERS = 16;
/** So many that none of them grows long: a comment costs more the more has been said before it. */
const ISSUES = 256;
/** Members and issues that are made at a time. */
const LANES_OF_SETUP = 4;

const world = useWorld();
let flood: Flood;

beforeAll(async () => {
  const { id: companyId } = await foundCompany(world().board);
  const issueIds: string[] = [];
  await inLanes(ISSUES, LANES_OF_SETUP, async () => {
    issueIds.push((await addIssue(world().board, companyId)).id);
  });
  const tokens: string[] = [];
  await inLanes(WRITERS, LANES_OF_SETUP, async () => {
    tokens.push((await addMember(world(), companyId)).token);
  });
  let turn = 0;
  flood = openFlood(world().stack.baseUrl, () => ({
    method: 'POST', path: `/api/issues/${issueIds[(turn += 1) % ISSUES]}/comments`,
    token: tokens[turn % WRITERS] ?? '', body: { body: `Comment ${turn}` },
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
    await flood.pour(TIMES * rate, ARRIVAL_SECONDS);
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
