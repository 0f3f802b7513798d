/** Five times the requests that can be served: throughput stays, and the rest is refused politely. */
import { readFileSync } from 'node:fs';
import { lengthOf, recordTrials } from '@muster/test-kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { workloads } from '@muster/deploy/workloads';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { unreadyDuring } from '../fuzz/health.ts';
import { openLoad, type Load, type LoadResult } from '../requests/open-loop-load.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useWorld } from '../world/use-world.ts';

const SECONDS = lengthOf({ full: 60, short: 4 });
const PEAK_CONNECTIONS = 32;
const TIMES = 5;
/**
 * Share of the peak. A short run on a busy machine measures no speed, but shows that goodput does not
 * collapse, as it would without refusals.
 */
const GOODPUT_MIN = lengthOf({ full: 80, short: 25 }) / 100;
/** Time in which the connections of the load are opened; it is not counted. */
const RAMP_UP_SECONDS = 1;
/** The peak is measured before and after, as no machine is equally fast all the time. */
const PEAK_SECONDS = lengthOf({ full: 10, short: 2 });
const RECOVERED_MS = 5_000;
const GIVEN_UP_MS = 30_000;
/** Latency is normal again within this multiple of the median without load. */
const NORMAL_TIMES = 4;
const ON_THE_REQUEST_PATH = new Set(['gateway', 'issues']);
const KB_PER_MB = 1_024;
const WRITERS = 16;
/** Enough that no thread grows long: a comment costs more the longer its thread is. */
const ISSUES = 256;
/** Agents and issues created at a time. */
const SETUP_CONCURRENCY = 4;

const world = useWorld();
let load: Load;

beforeAll(async () => {
  const { id: companyId } = await createCompany(world().board);
  const issueIds: string[] = [];
  await inParallel(ISSUES, SETUP_CONCURRENCY, async () => {
    issueIds.push((await addIssue(world().board, companyId)).id);
  });
  const tokens: string[] = [];
  await inParallel(WRITERS, SETUP_CONCURRENCY, async () => {
    tokens.push((await addAgentWithKey(world(), companyId)).token);
  });
  let turn = 0;
  load = openLoad(world().stack.baseUrl, () => ({
    method: 'POST',
    path: `/api/issues/${issueIds[(turn += 1) % ISSUES]}/comments`,
    token: tokens[turn % WRITERS] ?? '',
    body: { body: `Comment ${turn}` },
  }));
});

interface Memory {
  readonly name: string;
  readonly megabytes: number;
  readonly maxMegabytes: number;
}

/** Memory of the processes on the path of a request, and their limit in Kubernetes. */
const memoryOf = (): readonly Memory[] =>
  world()
    .stack.pids()
    .flatMap(({ name, pid }) => {
      const workload =
        ON_THE_REQUEST_PATH.has(name) && workloads.find((known) => known.name === name);
      if (!workload) return [];
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      const megabytes = Math.round(Number(kilobytes) / KB_PER_MB);
      return [{ name, megabytes, maxMegabytes: Number.parseInt(workload.memoryMax, 10) }];
    });

const rateOf = ({ served, seconds }: LoadResult): number => served / seconds;

const medianOf = ({ latenciesMs }: LoadResult): number =>
  latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)] ?? Infinity;

/** Milliseconds until single requests are answered as fast as before the load. */
async function recoveryMs(unloadedMs: number): Promise<number> {
  const from = performance.now();
  const passed = (): number => performance.now() - from;
  let sample = await load.saturate(1, 0.2);
  while (medianOf(sample) > NORMAL_TIMES * unloadedMs && passed() < GIVEN_UP_MS) {
    sample = await load.saturate(1, 0.2);
  }
  return passed();
}

describe(`${TIMES} times as many requests as can be served`, () => {
  it('are refused beyond the capacity, and latency is normal soon afterwards', async () => {
    await load.saturate(PEAK_CONNECTIONS, 1);
    const unloaded = await load.saturate(1, 1);
    const before = rateOf(await load.saturate(PEAK_CONNECTIONS, PEAK_SECONDS));
    await load.offer(TIMES * before, RAMP_UP_SECONDS);
    const offered = load.offer(TIMES * before, SECONDS);
    const unready = await unreadyDuring(world(), offered);
    const over = await offered;
    const memory = memoryOf();
    const recoveredMs = await recoveryMs(medianOf(unloaded));
    const peak = (before + rateOf(await load.saturate(PEAK_CONNECTIONS, PEAK_SECONDS))) / 2;
    load.close();
    const goodput = rateOf(over);
    const refusals = [...over.others].map(([name, times]) => `${times} × ${name}`).join('; ');
    const wrong = [...over.others].filter(([name]) => !/^(429|503) .*, Retry-After$/.test(name));
    const how =
      `peak ${Math.round(peak)}/s, sent ${Math.round(over.sent / over.seconds)}/s, ` +
      `served ${Math.round(goodput)}/s; ${refusals}; median ${Math.round(medianOf(over))} ms, ` +
      `${memory.map(({ name, megabytes }) => `${name} ${megabytes} MB`).join(', ')}, ` +
      `normal after ${Math.round(recoveredMs)} ms`;
    console.log(how);
    recordTrials({
      promise: 'P18',
      by: 'e2e/chaos/overload',
      trials: SECONDS,
      faults: over.sent,
      violations: wrong.length + unready.length + (goodput < GOODPUT_MIN * peak ? 1 : 0),
      how,
    });
    expect(wrong).toEqual([]);
    expect(unready).toEqual([]);
    expect(goodput).toBeGreaterThanOrEqual(GOODPUT_MIN * peak);
    expect(memory.filter(({ megabytes, maxMegabytes }) => megabytes > maxMegabytes)).toEqual([]);
    expect(recoveredMs).toBeLessThanOrEqual(RECOVERED_MS);
  });
});
