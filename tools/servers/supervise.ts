import { setTimeout as delay } from 'node:timers/promises';
import { endSpawned } from './processes.ts';
import type { Spawned } from './processes.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** After this long without a fall the next one is treated as the first. */
const STEADY_MS = 10_000;

/** One process that is kept running: when it falls it is started again, ever more slowly. */
export type Supervised = {
  readonly pid: number | undefined;
  start(): Promise<void>;
  /** Ends it and leaves it ended. */
  stop(): Promise<void>;
  /** Sends a signal; if the process falls from it, it comes back by itself. */
  kill(signal: NodeJS.Signals): void;
  /** Ends it, does the work in between, if any, and starts it. */
  restart(between?: () => Promise<void>): Promise<void>;
};

export type SuperviseOptions = {
  name: string;
  launch: () => Promise<Spawned>;
  endSignal: NodeJS.Signals;
  graceMs: number;
  log: (line: string) => void;
};

export function supervise(options: SuperviseOptions): Supervised {
  let wanted = false;
  let current: Spawned | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let turn: Promise<void> = Promise.resolve();
  let sleep = new AbortController();

  // Starting and ending take turns, so that a restart by hand and one by the supervisor never meet.
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const up = async () => {
    if (!wanted || (current !== undefined && !current.isGone())) return;
    const startedAt = performance.now();
    const spawned = await options.launch();
    current = spawned;
    void spawned.gone.then((how) => {
      if (current !== spawned || !wanted) return;
      options.log(`${options.name} fell (${how}), starting it again`);
      if (performance.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      void comeBack();
    });
  };

  const down = async () => {
    const ending = current;
    current = undefined;
    if (ending !== undefined) await endSpawned(ending, options.endSignal, options.graceMs);
  };

  async function comeBack(): Promise<void> {
    await delay(pauseMs, undefined, { signal: sleep.signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await inTurn(up).catch((error: unknown) => {
      options.log(`${options.name} does not start: ${String(error)}`);
      if (wanted) void comeBack();
    });
  }

  const wake = () => {
    sleep.abort();
    sleep = new AbortController();
  };

  return {
    get pid() {
      return current === undefined || current.isGone() ? undefined : current.pid;
    },
    start: () => {
      wanted = true;
      return inTurn(up);
    },
    stop: () => {
      wanted = false;
      wake();
      return inTurn(down);
    },
    kill: (signal) => current?.signal(signal),
    restart: (between) => {
      wanted = true;
      return inTurn(async () => {
        await down();
        await between?.();
        await up();
      });
    },
  };
}
