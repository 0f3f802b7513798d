/** One turn of a working copy: started on an empty data folder, filled, measured, and removed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  becomesQuiet,
  cpuShare,
  minus,
  watchOthers,
  type Amounts,
  type ReadCpu,
} from '@muster/local/machine';
import { openHeartbeats } from '../heartbeats.ts';
import { forSteps } from '../load.ts';
import { requestRowOf, type Row } from '../rows.ts';
import type { Scenario } from '../scenario.ts';
import { httpScenarios } from '../scenarios.ts';
import { seedCompanies, type SeedSize, type Target } from '../seed.ts';
import { quantile } from '../statistics.ts';
import { openControlGroup, withUnseen, type Counter } from './control-group.ts';
import { CLIENTS, type CompareOptions } from './options.ts';
import { openProcessTree } from './process-tree.ts';
import { resetCopy, startCopy, type Running, type WorkingCopy } from './working-copy.ts';

/** Of a start and of a load: what they do late, and the memory that processes give back. */
const SETTLE_MS = 15_000;
const REST_MS = 15_000;
/** Agents take turns on a connection: none reaches its rate limit. */
const AGENTS_PER_CLIENT = 4;

export const seedSize = ({ companies, issues }: CompareOptions): SeedSize => ({
  companies,
  clientsPerCompany: CLIENTS / companies,
  agentsPerClient: AGENTS_PER_CLIENT,
  issuesPerClient: Math.ceil(issues / CLIENTS),
});

/** Steps of a row for one of `--operations`, 1 where none is given: slow ones take fewer. */
const SHARES: Partial<Record<Row, number>> = {
  get: 2,
  me: 2,
  inbox: 2,
  search_rare: 2,
  search_common: 0.25,
  race: 1 / CLIENTS,
  mention: 0.125,
  heartbeats: 0.25,
};
/** Of the steps of a row, before those that count: caches fill and code is compiled. */
const WARM_UP_SHARE = 0.25;

export interface RowFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Of a request, by the name of the process. */
  readonly cpuMs: Amounts;
  readonly failures: ReadonlyMap<string, number>;
  /** What other programs took of the machine meanwhile, in cores. */
  readonly othersShare: number;
}

export type Rows = ReadonlyMap<Row, RowFigures>;

export interface Turn {
  readonly rows: Rows;
  readonly coldStartSeconds: number;
  readonly warmStartSeconds: number;
  /** Megabytes by the name of the process. */
  readonly idlePss: Amounts;
  readonly loadedPss: Amounts;
  /** Of one core. */
  readonly restShare: number;
  /** What counted the CPU: without a control group, it is the sum of the processes. */
  readonly counter: Counter | undefined;
}

export type Print = (line: string) => void;

export async function takeTurn(
  copy: WorkingCopy,
  options: CompareOptions,
  abort: AbortSignal,
  print: Print,
): Promise<Turn> {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-compare-'));
  const group = openControlGroup(basename(dataDir));
  let running: Running | undefined;
  const stop = () => void running?.stop();
  // What is under way then fails, and the turn ends like one that has failed.
  abort.addEventListener('abort', stop);
  try {
    running = await startCopy(copy, dataDir, group);
    const coldStartSeconds = running.startSeconds;
    await running.stop();
    abort.throwIfAborted();
    running = await startCopy(copy, dataDir, group);
    const warmStartSeconds = running.startSeconds;
    print(
      `started in ${coldStartSeconds.toFixed(1)} s, and again in ${warmStartSeconds.toFixed(1)}`,
    );
    const tree = openProcessTree(running.pid);
    const cpu = group ? withUnseen(tree.cpu, group) : tree.cpu;
    await becomesQuiet(cpu);
    await delay(SETTLE_MS);
    const restShare = await cpuShare(cpu, REST_MS);
    const idlePss = tree.memory();
    const rows = await measureRows(running, cpu, options, print);
    await delay(SETTLE_MS);
    const loadedPss = tree.memory();
    return {
      rows,
      coldStartSeconds,
      warmStartSeconds,
      idlePss,
      loadedPss,
      restShare,
      counter: group?.counter,
    };
  } finally {
    abort.removeEventListener('abort', stop);
    await running?.stop();
    await resetCopy(copy, dataDir);
    rmSync(`${dataDir}.log`, { force: true });
    await group?.remove();
  }
}

async function measureRows(
  target: Target,
  read: ReadCpu,
  options: CompareOptions,
  print: Print,
): Promise<Rows> {
  const { rows, operations } = options;
  const seed = await seedCompanies(target, seedSize(options));
  const heartbeats = await openHeartbeats(target);
  const figures = new Map<Row, RowFigures>();
  try {
    for (const scenario of [...httpScenarios(seed), ...heartbeats.scenarios]) {
      if (!rows.includes(scenario.name)) continue;
      const row = await measureRow(scenario, operations, read);
      figures.set(scenario.name, row);
      print(`${scenario.name}: ${row.perSecond.toFixed(0)} a second`);
    }
  } finally {
    seed.close();
    heartbeats.close();
  }
  return figures;
}

/** What follows from a request after its answer belongs to it, so it is waited for. */
export async function measureRow(
  scenario: Scenario,
  operations: number,
  read: ReadCpu,
): Promise<RowFigures> {
  const steps = Math.ceil(operations * (SHARES[requestRowOf(scenario.name)] ?? 1));
  await scenario.run(forSteps(Math.ceil(steps * WARM_UP_SHARE)));
  await scenario.restore();
  await becomesQuiet(read);
  const before = read();
  const others = watchOthers(read);
  const window = await scenario.run(forSteps(steps));
  const othersShare = others();
  await becomesQuiet(read);
  const used = minus(read(), before);
  await scenario.restore();
  return {
    requests: window.requests,
    perSecond: window.requests / window.seconds,
    p50Ms: quantile(window.latenciesMs, 0.5),
    p95Ms: quantile(window.latenciesMs, 0.95),
    cpuMs: new Map([...used].map(([name, ms]) => [name, ms / window.requests])),
    failures: window.failures,
    othersShare,
  };
}
