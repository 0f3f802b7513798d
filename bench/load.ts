/** One window of load: every lane does one step after the other until the time is over. */

/** What a step says when all went well; anything else is a failure in words. */
export const DONE = 'done';
/** What a step says when its lane has no work left; the window is then over for all. */
export const DRY = 'dry';

export type Step<Lane> = (lane: Lane) => Promise<string>;

export interface Window {
  readonly steps: number;
  readonly seconds: number;
  readonly latenciesMs: Float64Array;
  /** Each kind of failure and how often it came. */
  readonly failures: ReadonlyMap<string, number>;
  /** What making this load cost this process itself. */
  readonly generatorMs: number;
}

/** A slow machine may not do more steps than this in one window. */
const STEPS_MAX = 1_000_000;
const FAILURE_CHARS = 300;

export async function driveLoad<Lane>(
  lanes: readonly Lane[],
  seconds: number,
  step: Step<Lane>,
): Promise<Window> {
  const latencies = new Float64Array(STEPS_MAX);
  const failures = new Map<string, number>();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let endsAt = startedAt + seconds * 1_000;
  let steps = 0;
  let lastAt = startedAt;
  const runLane = async (lane: Lane): Promise<void> => {
    for (let now = performance.now(); now < endsAt && steps < STEPS_MAX;) {
      const outcome = await step(lane);
      if (outcome === DRY) {
        endsAt = now;
        return;
      }
      const after = performance.now();
      latencies[steps] = after - now;
      steps += 1;
      lastAt = after;
      now = after;
      if (outcome === DONE) continue;
      const failure = outcome.slice(0, FAILURE_CHARS);
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    }
  };
  await Promise.all(lanes.map(runLane));
  const spent = process.cpuUsage(cpu);
  return {
    steps,
    seconds: (lastAt - startedAt) / 1_000,
    latenciesMs: latencies.slice(0, steps),
    failures,
    generatorMs: (spent.user + spent.system) / 1_000,
  };
}
