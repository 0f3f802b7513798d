/**
 * All runs of this runner, and what schedulers may say about them. The highest fence is obeyed: a
 * connection speaks only of runs that it launched or adopted, until another one adopts them.
 */
import type { AfterHello, RunKey } from '@muster/runner-protocol';
import type { RunnerEvents } from './events.ts';
import { openInspections } from './inspections.ts';
import { openLaunches, type Launches } from './launches.ts';
import type { Connection } from './outlet.ts';
import type { Run, RunState } from './run.ts';
import type { ProgramParts } from './start-program.ts';

type Message<K extends AfterHello['kind']> = Extract<AfterHello, { kind: K }>;

export interface Registry {
  receive(connection: Connection, message: AfterHello): void;
  /** The connection is over. */
  leave(connection: Connection): void;
  /** Launches nothing more; what runs goes on. */
  refuseLaunches(): void;
  /** Resolves when no program runs. */
  idle(): Promise<void>;
  /** Ends all programs; resolves when they are gone. */
  endAll(): Promise<void>;
  /** Resolves when every run is forgotten. */
  empty(): Promise<void>;
  count(state: RunState): number;
  bufferBytes(): number;
}

export function openRegistry(parts: ProgramParts, events: RunnerEvents, runsMax: number): Registry {
  const runs = new Map<string, Run>();
  let onEmpty: (() => void) | undefined;
  const inspections = openInspections(parts, events, (agentId) => launches.hasProgram(agentId));
  const launches: Launches = openLaunches(parts, events, runs, {
    onRemoved() {
      if (runs.size === 0) onEmpty?.();
    },
    endInspection: inspections.end,
    runsMax,
  });
  const receive = openReceiver(runs, events);
  const all = (): Run[] => [...runs.values()];
  const idle = async (): Promise<void> => {
    await Promise.all(all().map(({ gone }) => gone));
  };
  return {
    receive(connection, message) {
      if (message.kind === 'launch') launches.launch(connection, message);
      else if (message.kind === 'inspect') inspections.inspect(connection, message);
      else receive(connection, message);
    },
    leave(connection) {
      for (const run of runs.values()) run.leave(connection);
    },
    refuseLaunches: launches.refuse,
    idle,
    async endAll() {
      for (const run of runs.values()) run.stop('draining');
      await Promise.all([inspections.close(), idle()]);
    },
    empty: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        if (runs.size === 0) resolve();
      }),
    count: (state) => all().filter((run) => run.state() === state).length,
    bufferBytes: () => all().reduce((sum, run) => sum + run.bytes(), 0),
  };
}

/** What is said about runs that were launched before. */
function openReceiver(runs: ReadonlyMap<string, Run>, events: RunnerEvents) {
  const adopt = (connection: Connection, { runId, fence, leaseMs }: Message<'adopt'>): void => {
    const run = runs.get(runId);
    if (!run || run.fence() >= fence) {
      events.adoption('unknown');
      return void connection.send({ kind: 'unknown', runId, fence });
    }
    events.adoption('adopted');
    const former = run.adopt(connection, fence, leaseMs);
    if (former) void former.connection.send({ kind: 'unknown', ...former.key });
  };
  const heldRun = (
    connection: Connection,
    { runId, fence }: RunKey,
    kind: AfterHello['kind'],
  ): Run | undefined => {
    const run = runs.get(runId);
    if (run?.isHeldBy(connection, fence)) return run;
    events.refused(kind);
    return undefined;
  };
  const renew = (connection: Connection, { runs: keys, leaseMs }: Message<'renew'>): void => {
    // One that is not held any more needs no answer: the connection was told when it lost the run.
    for (const key of keys) heldRun(connection, key, 'renew')?.renew(leaseMs);
  };
  return (
    connection: Connection,
    message: Exclude<AfterHello, { kind: 'launch' | 'inspect' }>,
  ): void => {
    const { kind } = message;
    switch (kind) {
      case 'adopt':
        return adopt(connection, message);
      case 'renew':
        return renew(connection, message);
      case 'stop':
        return heldRun(connection, message, kind)?.stop(message.why);
      case 'input':
        return heldRun(connection, message, kind)?.input(message.bytes, message.end);
      case 'stored':
        return heldRun(connection, message, kind)?.stored(message.offset);
      case 'forget':
        return heldRun(connection, message, kind)?.forget();
      default:
        return message satisfies never;
    }
  };
}
