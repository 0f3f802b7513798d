/**
 * Thirty-two clients write while processes and servers are killed, stopped and cut off from each
 * other, with two processes of each service. `CHAOS_SEED` repeats a plan.
 */
import { cpuOf, watchOthersByTheSecond } from '@muster/local/machine';
import { lengthOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEffects } from '../checks/effects-in-tables.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { playSegment, type Segment } from './segment.ts';
import { findingsOf, noteBrokenOff, noteRun, type Findings, type Run } from './findings.ts';
import { openLinks } from '../faults/network-links.ts';
import { segmentsOf, faultPlanOf, REPLICAS } from '../faults/fault-plan.ts';
import { SERVERS } from '../faults/victims.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31);
const KILLS = Number(process.env['CHAOS_KILLS'] ?? lengthOf({ full: 60, short: 4 }));
/** About ten minutes, which is the most that a night loses when it is broken off. */
const KILLS_PER_SEGMENT = Number(process.env['CHAOS_CHAPTER'] ?? 100);
const TIMEOUT_MS = 60_000 + KILLS * 30_000;
const BYTES_PER_MB = 2 ** 20;

const links = openLinks();
// `afterAll` hooks run in reverse order: the links are closed after the stack that uses them.
afterAll(() => links.close());
const world = useWorld({
  replicas: REPLICAS,
  addressOf: ({ service, replica }, url) => links.through(service, replica, url),
});
const sql = useSql(world);
const plan = faultPlanOf(SEED, KILLS);
let findings: Findings;

beforeAll(async () => {
  const segments: Segment[] = [];
  const startedAt = performance.now();
  const others = watchOthersByTheSecond(() => cpuOf(world().stack.pids));
  const servers = SERVERS.filter((name) => world().stack.servers[name] !== undefined);
  const runSoFar = (effects: number): Run => ({
    seed: SEED,
    segments,
    effects,
    servers,
    otherCores: others.soFar(),
  });
  try {
    for (const [index, own] of segmentsOf(plan, KILLS_PER_SEGMENT).entries()) {
      segments.push(await playSegment(world(), { sql, links, seed: SEED + index, plan: own }));
      const run = runSoFar(await countEffects(sql));
      findings = findingsOf(run);
      noteRun(run, findings);
      report(run, findings, performance.now() - startedAt);
    }
  } catch (error) {
    noteBrokenOff(runSoFar(0), error);
    throw error;
  } finally {
    others.end();
  }
}, TIMEOUT_MS);

function report({ segments, otherCores }: Run, { figures, failures }: Findings, ms: number): void {
  const { injected = [] } = segments.at(-1) ?? {};
  console.log(
    [
      `CHAOS_SEED=${SEED}: ${JSON.stringify(figures)} in ${(ms / 1_000).toFixed(0)} s, others used ` +
        `${otherCores.toFixed(2)} cores, heap ` +
        `${Math.round(process.memoryUsage().heapUsed / BYTES_PER_MB)} MB`,
      ...injected.map(
        ({ kind, victim, from, to }) => `  ${kind} ${victim} ${((to - from) / 1_000).toFixed(1)} s`,
      ),
      ...failures,
    ].join('\n'),
  );
}

describe(`32 clients and ${KILLS} kills, with stops and cuts in between (CHAOS_SEED=${SEED})`, () => {
  it('every planned fault is injected, and every answer is one of the interface', () => {
    const kindsOf = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind).toSorted();
    expect(kindsOf(findings.injected)).toEqual(kindsOf(plan));
    expect(findings.violations.unexplained).toEqual([]);
  });

  it.each([
    ['every acknowledged write exists, once', 'lost'],
    ['each issue has one owner at a time', 'owners'],
    ['every event takes effect once', 'effects'],
    ['every log is in order and has no holes', 'order'],
    ['every cost is booked once', 'money'],
    ['every issue makes only legal transitions', 'transitions'],
  ] as const)('%s', (_, kind) => {
    expect(findings.violations[kind]).toEqual([]);
  });

  it('clients see delays and hardly any error', () => {
    const { figures, isAcceptable, isBusy } = findings;
    expect({ ...figures, isBusy, isAcceptable }).toMatchObject({
      unknown: 0,
      isAcceptable: true,
    });
  });
});
