/** Five times as many requests as can be served: as many are served as ever, the rest is told. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { workloads } from '../../deploy/kubernetes/workloads.ts';
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
 * Of the peak. A short look at a busy machine measures no speed: it shows that what is served does
 * not collapse, as it does where nobody is refused.
 */
const GOODPUT_MIN = lengthOf({ full: 80, short: 25 }) / 100;
/** The crowd's connections are opened in this time, which is not counted. */
const ARRIVAL_SECONDS = 1;
/** Before and after: no machine is the same all the time. */
const PEAK_SECONDS = lengthOf({ full: 10, short: 2 });
const BACK_MS = 5_000;
const GIVEN_UP_MS = 30_000;
/** Back to normal: within so many times the median of the calm. */
const NORMAL_TIMES = 4;
const ON_THE_WAY = new Set(['gateway', 'issues']);
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

type Memory = { readonly name: string; readonly megabytes: number; readonly most: number };

/** What the processes on the way of a request take, and what Kubernetes lets them have. */
const memoryOf = (): readonly Memory[] => world().stack.pids().flatMap(({ name, pid }) => {
  const workload = ON_THE_WAY.has(name) && workloads.find((known) => known.name === name);
  if (!workload) return [];
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const megabytes = Math.round(Number(kilobytes) / KB_PER_MB);
  return [{ name, megabytes, most: Number.parseInt(workload.memoryMax, 10) }];
});

const rateOf = ({ served, seconds }: Tally): number => served / seconds;

const medianOf = ({ latenciesMs }: Tally): number =>
  latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? Infinity;

/** How long it takes, in milliseconds, until a lone request is answered as fast as in the calm. */
async function backAfter(calmMs: number): Promise<number> {
  const from = performance.now();
  const passed = (): number => performance.now() - from;
  let back = await flood.draw(1, 0.2);
  while (medianOf(back) > NORMAL_TIMES * calmMs && passed() < GIVEN_UP_MS) {
    back = await flood.draw(1, 0.2);
  }
  return passed();
}

describe(`${TIMES} times as many requests as can be served`, () => {
  test('are refused above what is served, and all is well at once afterwards', async () => {
    await flood.draw(LANES, 1);
    const calm = await flood.draw(1, 1);
    const before = rateOf(await flood.draw(LANES, PEAK_SECONDS));
    await flood.pour(TIMES * before, ARRIVAL_SECONDS);
    const over = await flood.pour(TIMES * before, SECONDS);
    const memory = memoryOf();
    const backMs = await backAfter(medianOf(calm));
    const peak = (before + rateOf(await flood.draw(LANES, PEAK_SECONDS))) / 2;
    flood.close();
    const goodput = rateOf(over);
    const told = [...over.others].map(([name, times]) => `${times} × ${name}`).join('; ');
    const wrong = [...over.others].filter(([name]) => !/^(429|503) .*, Retry-After$/.test(name));
    const how = `peak ${Math.round(peak)}/s, sent ${Math.round(over.sent / over.seconds)}/s, ` +
      `served ${Math.round(goodput)}/s; ${told}; median ${Math.round(medianOf(over))} ms, ` +
      `${memory.map(({ name, megabytes }) => `${name} ${megabytes} MB`).join(', ')}, ` +
      `normal after ${Math.round(backMs)} ms`;
    console.log(how);
    note({
      promise: 'P18', by: 'e2e/chaos/overload', trials: SECONDS, faults: over.sent,
      violations: wrong.length + (goodput < GOODPUT_MIN * peak ? 1 : 0), how,
    });
    expect(wrong).toEqual([]);
    expect(goodput).toBeGreaterThanOrEqual(GOODPUT_MIN * peak);
    expect(memory.filter(({ megabytes, most }) => megabytes > most)).toEqual([]);
    expect(backMs).toBeLessThanOrEqual(BACK_MS);
  });
});
