/** Measures in rounds: each scenario runs once per round, with CPU use read before and after. */
import { becomesQuiet, cpuOf, minus, watchOthers } from '@muster/local/machine';
import type { Stack } from '@muster/local/stack';
import { openPostgresMeter, type PostgresMeter } from './postgres.ts';
import { forSeconds } from './load.ts';
import type { Profiler } from './profile.ts';
import { addWindow, type Measured, type MeasuredWindow } from './report.ts';
import type { Scenario } from './scenario.ts';

/** Caches, connections and the compiler warm up in the first round, which is discarded. */
const WARM_UP_ROUNDS = 1;

export interface MeasureOptions {
  readonly stack: Stack;
  /** The processes whose use is counted. */
  readonly pids: Stack['pids'];
  readonly scenarios: readonly Scenario[];
  readonly rounds: number;
  readonly seconds: number;
  /** Looks at the windows of the last round. */
  readonly profiler: Profiler | undefined;
  readonly print: (line: string) => void;
}

export async function measureRounds(options: MeasureOptions): Promise<Measured[]> {
  const { stack, scenarios, print } = options;
  const meter = await openPostgresMeter(stack);
  const all = new Map(
    scenarios.map(({ name }): [string, Measured] => [
      name,
      { name, windows: [], cpuMs: new Map(), postgres: new Map() },
    ]),
  );
  const rounds = options.rounds + WARM_UP_ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    for (const scenario of inTurn(scenarios, round)) {
      const isLast = round === rounds - 1;
      const { window, ...used } = await measureWindow(options, meter, scenario, isLast);
      await scenario.restore();
      const rate = (window.requests / window.seconds).toFixed(0);
      print(`round ${round}, ${scenario.name}: ${rate} a second`);
      const measured = all.get(scenario.name);
      if (round < WARM_UP_ROUNDS || measured === undefined) continue;
      all.set(scenario.name, addWindow(measured, window, used));
    }
  }
  await meter.close();
  return [...all.values()];
}

/** The first scenario changes from round to round, so that none always follows the same other one. */
function inTurn(scenarios: readonly Scenario[], round: number): readonly Scenario[] {
  const first = round % scenarios.length;
  return [...scenarios.slice(first), ...scenarios.slice(0, first)];
}

type Used = Pick<Measured, 'cpuMs' | 'postgres'>;

async function measureWindow(
  { pids, seconds, profiler, print }: MeasureOptions,
  meter: PostgresMeter,
  scenario: Scenario,
  isLast: boolean,
): Promise<Used & { window: MeasuredWindow }> {
  const before = await readMeters(pids, meter);
  const others = watchOthers(() => cpuOf(pids));
  const work = () => scenario.run(forSeconds(seconds));
  const window =
    isLast && profiler !== undefined
      ? await profiler.around(scenario.name, work, print)
      : await work();
  const othersShare = others();
  const after = await readMeters(pids, meter);
  return {
    window: { ...window, othersShare },
    cpuMs: minus(after.cpuMs, before.cpuMs),
    postgres: minus(after.postgres, before.postgres),
  };
}

/** Waits for the work that follows an answer, which belongs to its request. */
async function readMeters(pids: Stack['pids'], meter: PostgresMeter): Promise<Used> {
  await becomesQuiet(() => cpuOf(pids));
  return { cpuMs: cpuOf(pids), postgres: await meter.read() };
}
