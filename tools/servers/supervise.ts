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
  /** How often it fell by itself since `start`. */
  readonly falls: number;
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

type State = SuperviseOptions & {
  wanted: boolean;
  falls: number;
  pauseMs: number;
  current: Spawned | undefined;
  /** Starting and ending take turns, so that a restart by hand and one from here never meet. */
  turn: Promise<void>;
  pause: AbortController;
};

export function supervise(options: SuperviseOptions): Supervised {
  const state: State = {
    ...options,
    wanted: false,
    falls: 0,
    pauseMs: FIRST_PAUSE_MS,
    current: undefined,
    turn: Promise.resolve(),
    pause: new AbortController(),
  };
  return {
    get pid() {
      const { current } = state;
      return current === undefined || current.isGone() ? undefined : current.pid;
    },
    get falls() {
      return state.falls;
    },
    start: () => {
      state.wanted = true;
      return inTurn(state, () => up(state));
    },
    stop: () => {
      state.wanted = false;
      state.pause.abort();
      state.pause = new AbortController();
      return inTurn(state, () => down(state));
    },
    kill: (signal) => state.current?.signal(signal),
    restart: (between) => {
      state.wanted = true;
      return inTurn(state, async () => {
        await down(state);
        await between?.();
        await up(state);
      });
    },
  };
}

function inTurn(state: State, work: () => Promise<void>): Promise<void> {
  const result = state.turn.then(work);
  state.turn = result.catch(() => undefined);
  return result;
}

async function up(state: State): Promise<void> {
  if (!state.wanted || (state.current !== undefined && !state.current.isGone())) return;
  const startedAt = performance.now();
  const spawned = await state.launch();
  state.current = spawned;
  void spawned.gone.then((how) => {
    if (state.current !== spawned || !state.wanted) return;
    state.falls += 1;
    state.log(`${state.name} fell (${how}), starting it again`);
    if (performance.now() - startedAt > STEADY_MS) state.pauseMs = FIRST_PAUSE_MS;
    void comeBack(state);
  });
}

async function down(state: State): Promise<void> {
  const ending = state.current;
  state.current = undefined;
  if (ending !== undefined) await endSpawned(ending, state.endSignal, state.graceMs);
}

async function comeBack(state: State): Promise<void> {
  await delay(state.pauseMs, undefined, { signal: state.pause.signal }).catch(() => undefined);
  state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
  await inTurn(state, () => up(state)).catch((error: unknown) => {
    state.log(`${state.name} does not start: ${String(error)}`);
    if (state.wanted) void comeBack(state);
  });
}
