/**
 * Thirty-two clients write while processes and servers are killed, stopped and cut off from each
 * other, two processes of each service. `CHAOS_SEED` makes the same plan again.
 */
import { watchOthersByTheSecond } from '@muster/tools/machine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countEffects } from '../harness/effects-in-tables.ts';
import { lengthOf } from '../harness/length.ts';
import { useSql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import { playChapter } from './chapter.ts';
import type { Chapter } from './chapter.ts';
import { findingsOf, noteBrokenOff, noteRun } from './findings.ts';
import type { Findings, Run } from './findings.ts';
import { openLinks } from './links.ts';
import { chaptersOf, planOf, REPLICAS, SERVERS } from './plan.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31);
const KILLS = Number(process.env['CHAOS_KILLS'] ?? lengthOf({ full: 60, short: 4 }));
/** Some ten minutes: so much of a night is lost at most when it is broken off. */
const KILLS_PER_CHAPTER = Number(process.env['CHAOS_CHAPTER'] ?? 100);
const TIMEOUT_MS = 60_000 + KILLS * 30_000;
const BYTES_PER_MB = 2 ** 20;

const links = openLinks();
// Hooks of the end run from the last to the first: the lines outlive whoever speaks over them.
afterAll(() => links.close());
const world = useWorld({
  replicas: REPLICAS,
  addressOf: ({ service, replica }, url) => links.through(service, replica, url),
});
const sql = useSql(world);
const plan = planOf(SEED, KILLS);
let findings: Findings;

beforeAll(async () => {
  const chapters: Chapter[] = [];
  const startedAt = performance.now();
  const others = watchOthersByTheSecond(world().stack.pids);
  const servers = SERVERS.filter((name) => world().stack.servers[name] !== undefined);
  const runSoFar = (effects: number): Run =>
    ({ seed: SEED, chapters, effects, servers, others: others.soFar() });
  try {
    for (const [index, own] of chaptersOf(plan, KILLS_PER_CHAPTER).entries()) {
      chapters.push(await playChapter(world(), { sql, links, seed: SEED + index, plan: own }));
      const run = runSoFar(await countEffects(sql));
      findings = findingsOf(run);
      noteRun(run, findings);
      tell(run, findings, performance.now() - startedAt);
    }
  } catch (error) {
    noteBrokenOff(runSoFar(0), error);
    throw error;
  } finally {
    others.end();
  }
}, TIMEOUT_MS);

function tell({ chapters, others }: Run, { figures, failures }: Findings, ms: number): void {
  const { struck = [] } = chapters.at(-1) ?? {};
  console.log([
    `CHAOS_SEED=${SEED}: ${JSON.stringify(figures)} in ${(ms / 1_000).toFixed(0)} s, others used ` +
      `${others.toFixed(2)} cores, heap ` +
      `${Math.round(process.memoryUsage().heapUsed / BYTES_PER_MB)} MB`,
    ...struck.map(({ kind, victim, tookMs }) =>
      `  ${kind} ${victim} ${(tookMs / 1_000).toFixed(1)} s`),
    ...failures,
  ].join('\n'));
}

describe(`32 clients and ${KILLS} kills, with stops and cuts between (CHAOS_SEED=${SEED})`, () => {
  test('everything that was planned was done', () => {
    const kindsOf = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind).toSorted();
    expect(kindsOf(findings.struck)).toEqual(kindsOf(plan));
    expect(findings.faults.odd).toEqual([]);
  });

  test.each([
    ['every acknowledged write is there, once', 'lost'],
    ['each issue has one owner at a time', 'owners'],
    ['every event has taken effect once', 'effects'],
    ['every log is in order and without holes', 'order'],
    ['every cost is booked once', 'money'],
    ['every issue went from status to status as it may', 'paths'],
  ] as const)('%s', (_, kind) => {
    expect(findings.faults[kind]).toEqual([]);
  });

  test('clients see delay and hardly an error', () => {
    const { figures, isFine, isBusy } = findings;
    expect({ ...figures, isBusy, isFine }).toMatchObject({ unknown: 0, isFine: true });
  });
});
