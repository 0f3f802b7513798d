/**
 * One run: its program, who has it, until when, and the output that is not stored yet. It is
 * forgotten on request, or when its lease is over and its program gone.
 */
import type { RunKey, StopSignal, ToRunner } from '@muster/runner-protocol';
import type { AgentKey } from '../isolation/isolation.ts';
import { openLease } from '../lease.ts';
import { openOutlet, type Connection, type Holder, type Outlet } from './outlet.ts';
import type { ProgramStart, RunningProgram } from './start-program.ts';

export type Launch = Extract<ToRunner, { kind: 'launch' }>;

export type RunState = 'starting' | 'running' | 'ended';

export interface Run {
  readonly runId: string;
  readonly agent: AgentKey;
  /** Resolves when nothing of the program is left. */
  readonly gone: Promise<void>;
  state(): RunState;
  fence(): number;
  /** Bytes of output that are kept. */
  bytes(): number;
  isHeldBy(connection: Connection, fence: number): boolean;
  /** Returns the former holder, which is cut off; nothing if there is none. */
  adopt(connection: Connection, fence: number, leaseMs: number): Holder | undefined;
  renew(leaseMs: number): void;
  stored(offset: number): void;
  stop(why: StopSignal): void;
  /** To its program, if that keeps its input. */
  input(bytes: Uint8Array, end: boolean): void;
  /** Ends the program if it still runs; then the run is over. */
  forget(): void;
  /** The connection is over; output is kept until another one adopts the run. */
  leave(connection: Connection): void;
}

/** What a run asks for, and what is told of it. */
export interface RunEvents {
  readonly start: (start: Omit<ProgramStart, 'agent' | 'program'>) => RunningProgram;
  readonly onLaunched: () => void;
  readonly onOutput: (bytes: number) => void;
  /** The lease ended before the program did. */
  readonly onExpired: () => void;
  /** The run is to be forgotten; called once. */
  readonly onOver: () => void;
}

export function openRun(launch: Launch, connection: Connection, events: RunEvents): Run {
  const { runId, companyId, agentId, memo } = launch;
  let { fence } = launch;
  const outlet: Outlet = openOutlet(
    { connection, key: { runId, fence } },
    { pause: () => life.program.pause(), resume: () => life.program.resume() },
  );
  const life = openLife(launch, outlet, events);
  return {
    runId,
    agent: { companyId, agentId },
    gone: life.gone,
    state: life.state,
    fence: () => fence,
    bytes: outlet.bytes,
    isHeldBy: (its, claimed) => outlet.holder()?.connection === its && fence === claimed,
    adopt(by, raised, leaseMs) {
      const former = outlet.holder();
      fence = raised;
      life.renew(leaseMs);
      const key = { runId, fence };
      void by.send({ kind: 'adopted', ...key, offset: outlet.start(), memo });
      outlet.handTo({ connection: by, key });
      return former;
    },
    renew: life.renew,
    stored: outlet.stored,
    stop: (why) => life.program.stop(why),
    input: (bytes, end) => life.program.input(bytes, end),
    forget: life.forget,
    leave: outlet.leave,
  };
}

interface Life extends Pick<Run, 'gone' | 'state' | 'renew' | 'forget'> {
  readonly program: RunningProgram;
}

/** The program of a run, and the lease for which it and the run are kept. */
function openLife(launch: Launch, outlet: Outlet, events: RunEvents): Life {
  let state: RunState = 'starting';
  let isForgotten = false;
  const forget = (): void => {
    if (isForgotten) return;
    isForgotten = true;
    lease.end();
    if (state === 'ended') return events.onOver();
    program.stop('lease_lost');
    // What it still prints must not hold up its end.
    program.resume();
  };
  const lease = openLease(launch.leaseMs, () => {
    if (state !== 'ended') events.onExpired();
    forget();
  });
  const program = events.start({
    runId: launch.runId,
    leaseMs: lease.leftMs,
    async mayBegin() {
      if (!(await isKnown(outlet, launch))) return false;
      state = 'running';
      events.onLaunched();
      return true;
    },
    onOutput(stream, bytes) {
      outlet.push(stream, bytes);
      events.onOutput(bytes.length);
    },
  });
  const gone = program.ended.then((outcome) => {
    state = 'ended';
    outlet.end(outcome);
    if (isForgotten) events.onOver();
  });
  const renew = (leaseMs: number): void => {
    if (lease.renew(leaseMs)) program.renew(leaseMs);
  };
  return { program, gone, state: () => state, renew, forget };
}

/**
 * Whether a scheduler knows that the program exists. The one that launched it waits to hear of it;
 * one that has adopted it meanwhile has heard.
 */
async function isKnown({ holder }: Outlet, { runId, fence }: RunKey): Promise<boolean> {
  const its = holder();
  if (!its || its.key.fence !== fence) return its !== undefined;
  return its.connection.send({ kind: 'launched', runId, fence });
}
