/** One window of load: every client makes one step after another until time or steps are over. */

/** The outcome of a successful step; any other text describes a failure. */
export const DONE = 'done';
/** The outcome of a step whose client has no work left: the window is then over for all clients. */
export const DRY = 'dry';

export type Step<Client> = (client: Client) => Promise<string>;

/** Where a window ends, whichever comes first. */
export interface Extent {
  readonly seconds: number;
  readonly steps: number;
}

/** A slow machine may not do more steps than this in one window. */
const STEPS_MAX = 1_000_000;

export const forSeconds = (seconds: number): Extent => ({ seconds, steps: STEPS_MAX });
export const forSteps = (steps: number): Extent => ({ seconds: Infinity, steps });

export interface Window {
  /** One for each step, unless a scenario makes several in a step. */
  readonly requests: number;
  readonly seconds: number;
  /** Of each step. */
  readonly latenciesMs: Float64Array;
  /** Each kind of failure and how often it came. */
  readonly failures: ReadonlyMap<string, number>;
  /** What making this load cost this process itself. */
  readonly generatorMs: number;
}

const FAILURE_CHARS = 300;

export async function driveLoad<Client>(
  clients: readonly Client[],
  extent: Extent,
  step: Step<Client>,
): Promise<Window> {
  const latencies = new Float64Array(Math.min(extent.steps, STEPS_MAX));
  const failures = new Map<string, number>();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let endsAt = startedAt + extent.seconds * 1_000;
  let begun = 0;
  let steps = 0;
  let lastAt = startedAt;
  const runClient = async (client: Client): Promise<void> => {
    for (let now = performance.now(); now < endsAt && begun < latencies.length;) {
      begun += 1;
      const outcome = await step(client);
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
  await Promise.all(clients.map(runClient));
  const spent = process.cpuUsage(cpu);
  return {
    requests: steps,
    seconds: (lastAt - startedAt) / 1_000,
    latenciesMs: latencies.slice(0, steps),
    failures,
    generatorMs: (spent.user + spent.system) / 1_000,
  };
}
