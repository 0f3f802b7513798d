/**
 * One agent process with everything that it starts: a process group that is ended as a whole. The
 * program waits at a gate until the worker knows the group, so a supervisor that dies cannot leave
 * it running at any moment.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import {
  type Outcome,
  type OutputStream,
  type StopSignal,
  type TimeLimits,
  notStarted,
} from '../adapter.ts';
import type { Program } from './messages.ts';

/** `exec` keeps the process id, so the program leads the group. The shell parses no text of it. */
const GATE = 'read -r go <&3 || exit 125; exec 3<&-; exec "$@"';
/** An agent whose budget is exhausted may end by itself, but must not go on spending for long. */
const BUDGET_GRACE_MS = 5_000;
/** A worker that is stopping has little time itself. */
const DRAINING_GRACE_MS = 2_000;
/** How long output is read after the process has ended while another process holds its pipes. */
const LAST_OUTPUT_MS = 1_000;

export interface GroupListener {
  /** Resolves to whether the worker knows the group now; an unknown group never begins. */
  launched(pid: number): Promise<boolean>;
  /** Resolves when the next bytes can be sent. */
  output(stream: OutputStream, bytes: Buffer): Promise<unknown>;
}

export interface ProcessGroup {
  readonly ended: Promise<Outcome>;
  stop(why: StopSignal): void;
  signal(name: NodeJS.Signals): void;
}

type StopCause = StopSignal | 'timeout' | undefined;

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function startGroup(program: Program, listener: GroupListener): ProcessGroup {
  const { command, cwd, env, stdin: input, limits } = program;
  const child = spawn('/bin/sh', ['-c', GATE, 'agent', ...command], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: [input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, gate] = child.stdio as unknown as [
    NodeJS.WritableStream | null,
    Readable,
    Readable,
    NodeJS.WritableStream,
  ];
  for (const stream of [stdin, gate]) stream?.on('error', () => undefined);
  const outputs = [
    forwardOutput(stdout, (bytes) => listener.output('stdout', bytes)),
    forwardOutput(stderr, (bytes) => listener.output('stderr', bytes)),
  ];
  const exited = new Promise<Ended | Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const { pid } = child;
  if (pid !== undefined) {
    void listener.launched(pid).then((isKnown) => gate.end(isKnown ? 'go\n' : ''));
  }
  stdin?.end(input);
  const signal = (name: NodeJS.Signals): void => signalGroup(pid, name);
  const clock = startStopClock(limits, signal);
  const end = async (): Promise<Outcome> => {
    const ended = await exited;
    signal('SIGKILL');
    const why = clock.close();
    await finishOutput(outputs, [stdout, stderr]);
    if (ended instanceof Error) return notStarted('not_started', ended.message);
    return outcomeOf(ended, why, limits);
  };
  return { ended: end(), stop: clock.stop, signal };
}

/** Ends the group on request or at its time limit; `close` returns which of them it was. */
function startStopClock(
  { timeoutSec, graceSec }: TimeLimits,
  signal: (name: NodeJS.Signals) => void,
): { stop(why: StopSignal): void; close(): StopCause } {
  const graceMs = graceSec * 1_000;
  const graces = {
    timeout: graceMs,
    cancelled: graceMs,
    budget_exhausted: Math.min(graceMs, BUDGET_GRACE_MS),
    lease_lost: 0,
    draining: Math.min(graceMs, DRAINING_GRACE_MS),
  };
  let why: StopCause;
  let kill: NodeJS.Timeout | undefined;
  const end = (reason: keyof typeof graces): void => {
    if (why !== undefined) return;
    why = reason;
    if (graces[reason] > 0) signal('SIGTERM');
    kill = setTimeout(() => signal('SIGKILL'), graces[reason]);
  };
  const timer = setTimeout(() => end('timeout'), timeoutSec * 1_000);
  return {
    stop: end,
    close() {
      clearTimeout(timer);
      clearTimeout(kill);
      return why;
    },
  };
}

export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no processes left, which is the goal.
  }
}

/** Reads one chunk at a time, as fast as chunks can be passed on. */
const forwardOutput = (
  stream: Readable,
  pass: (bytes: Buffer) => Promise<unknown>,
): Promise<void> =>
  new Promise((resolve) => {
    stream.on('data', (bytes: Buffer) => {
      stream.pause();
      void pass(bytes).then(() => stream.resume());
    });
    stream.once('close', resolve);
    stream.once('error', () => resolve());
  });

/** A process that has left the group may keep the pipes open; it is not waited for. */
async function finishOutput(
  outputs: readonly Promise<void>[],
  streams: readonly Readable[],
): Promise<void> {
  const giveUp = setTimeout(() => {
    for (const stream of streams) stream.destroy();
  }, LAST_OUTPUT_MS);
  await Promise.all(outputs);
  clearTimeout(giveUp);
}

function outcomeOf(
  { exitCode, signal }: Ended,
  why: StopCause,
  { timeoutSec }: TimeLimits,
): Outcome {
  const end = { exitCode, signal };
  if (why === 'timeout') {
    const error = `The agent did not end within ${timeoutSec} seconds`;
    return { ...end, status: 'timed_out', error, errorCode: 'timed_out' };
  }
  if (why !== undefined) {
    return { ...end, status: 'cancelled', error: 'The agent was stopped', errorCode: why };
  }
  if (exitCode === 0) return { ...end, status: 'succeeded', error: null, errorCode: null };
  const error = signal ? `The agent was ended by ${signal}` : `The agent exited with ${exitCode}`;
  return { ...end, status: 'failed', error, errorCode: signal ? 'signalled' : 'exit_code' };
}
