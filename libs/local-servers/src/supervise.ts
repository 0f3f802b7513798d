import { setTimeout as pause } from 'node:timers/promises';
import { endSpawned, type Spawned } from './processes.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** After this long without an exit the pause starts from the shortest again. */
const STABLE_MS = 10_000;

/** A process that is kept running: it is restarted after every exit, with growing pauses. */
export interface Supervised {
  readonly pid: number | undefined;
  /** Unexpected exits since `start`. */
  readonly exits: number;
  start(): Promise<void>;
  /** Stops it for good. */
  stop(): Promise<void>;
  /** Sends a signal; if the process exits, it is restarted. */
  kill(signal: NodeJS.Signals): void;
  /** Stops it and starts it. */
  restart(): Promise<void>;
}

export interface SuperviseOptions {
  name: string;
  launch: () => Promise<Spawned>;
  endSignal: NodeJS.Signals;
  graceMs: number;
  log: (line: string) => void;
}

type State = SuperviseOptions & {
  wanted: boolean;
  exits: number;
  pauseMs: number;
  current: Spawned | undefined;
  /** Serializes starts and stops, so that a manual and an automatic restart never overlap. */
  turn: Promise<void>;
  pause: AbortController;
};

export function supervise(options: SuperviseOptions): Supervised {
  const state: State = {
    ...options,
    wanted: false,
    exits: 0,
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
    get exits() {
      return state.exits;
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
    restart: () => {
      state.wanted = true;
      return inTurn(state, async () => {
        await down(state);
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
    state.exits += 1;
    state.log(`${state.name} exited (${how}), restarting`);
    if (performance.now() - startedAt > STABLE_MS) state.pauseMs = FIRST_PAUSE_MS;
    void restartAfterPause(state);
  });
}

async function down(state: State): Promise<void> {
  const ending = state.current;
  state.current = undefined;
  if (ending !== undefined) await endSpawned(ending, state.endSignal, state.graceMs);
}

async function restartAfterPause(state: State): Promise<void> {
  await pause(state.pauseMs, undefined, { signal: state.pause.signal }).catch(() => undefined);
  state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
  try {
    await inTurn(state, () => up(state));
  } catch (error) {
    state.log(`${state.name} did not start: ${String(error)}`);
    if (state.wanted) void restartAfterPause(state);
  }
}
