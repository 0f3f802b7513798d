/**
 * Thirty-two clients write while processes and servers are killed, stopped and cut off from each
 * other, two processes of each service. `CHAOS_SEED` makes the same plan again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countEffects } from '../harness/effects-in-tables.ts';
import { lengthOf } from '../harness/length.ts';
import { useSql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import { work } from './clients.ts';
import { noteRun } from './findings.ts';
import { openGround } from './ground.ts';
import { figuresOf, newHistory } from './history.ts';
import type { Figures } from './history.ts';
import { openLinks } from './links.ts';
import { openNemesis } from './nemesis.ts';
import type { Struck } from './nemesis.ts';
import { planOf, REPLICAS } from './plan.ts';
import { comeToRest, judgeRun } from './verdict.ts';
import type { Faults } from './verdict.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 2 ** 31);
const KILLS = Number(process.env['CHAOS_KILLS'] ?? lengthOf({ full: 60, short: 4 }));
const REQUESTS_PER_KILL = 334;
const TIMEOUT_MS = 60_000 + KILLS * 30_000;
/** Of requests to which a gateway gave no good answer, and how long they take at most. */
const GENTLE = { failed: 0.001, p99Ms: 3_000 };
/** A machine that is this slow in the calm has something else to do and says little of delays. */
const BUSY_MS = 200;
const BUSY = { failed: 0.1, p99Ms: 20_000 };
/** Of a short run, one request is more than its share. */
const FEW = 3;

const links = openLinks();
// Hooks of the end run from the last to the first: the lines outlive whoever speaks over them.
afterAll(() => links.close());
const world = useWorld({
  replicas: REPLICAS,
  addressOf: ({ service, replica }, url) => links.through(service, replica, url),
});
const sql = useSql(world);
const history = newHistory();
let struck: readonly Struck[] = [];
let figures: Figures;
let isGentle = false;
let faults: Faults;

beforeAll(async () => {
  const clients = await openGround(world());
  const nemesis = openNemesis(world(), links, planOf(SEED, KILLS));
  const startedAt = performance.now();
  await work(world(), clients, history, {
    seed: SEED, requests: KILLS * REQUESTS_PER_KILL, onDone: nemesis.at,
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  struck = await nemesis.end();
  await comeToRest(sql);
  figures = figuresOf(history);
  faults = await judgeRun(world(), sql, clients, history);
  const effects = await countEffects(sql);
  const isBusy = figures.calmMs > BUSY_MS;
  const most = isBusy ? BUSY : GENTLE;
  isGentle = figures.failed <= Math.max(FEW, most.failed * figures.requests) &&
    figures.p99Ms <= most.p99Ms;
  noteRun({ seed: SEED, history, figures, struck, faults, effects, isBusy, isGentle });
  console.log(`CHAOS_SEED=${SEED}: ${JSON.stringify(figures)} in ${seconds.toFixed(0)} s\n` +
    struck.map(({ kind, victim, tookMs }) => `  ${kind} ${victim} ${(tookMs / 1_000).toFixed(1)} s`)
      .join('\n') + `\n${history.answers.flatMap(({ failures }) => failures).join('\n')}`);
}, TIMEOUT_MS);

describe(`32 clients and ${KILLS} kills, with stops and cuts between (CHAOS_SEED=${SEED})`, () => {
  test('everything that was planned was done', () => {
    const kindsOf = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind).toSorted();
    expect(kindsOf(struck)).toEqual(kindsOf(planOf(SEED, KILLS)));
    expect(history.odd).toEqual([]);
  });

  test.each([
    ['every acknowledged write is there, once', 'lost'],
    ['each issue has one owner at a time', 'owners'],
    ['every event has taken effect once', 'effects'],
    ['every log is in order and without holes', 'order'],
    ['every cost is booked once', 'money'],
    ['every issue went from status to status as it may', 'paths'],
  ] as const)('%s', (_, kind) => {
    expect(faults[kind]).toEqual([]);
  });

  test('clients see delay and hardly an error', () => {
    expect(figures.unknown).toBe(0);
    expect({ ...figures, isGentle }).toMatchObject({ isGentle: true });
  });
});
