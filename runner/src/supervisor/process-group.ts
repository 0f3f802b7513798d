/**
 * One program with everything that it starts: a process group that is ended as a whole. The program
 * waits at a gate until the runner says that it may begin, so a supervisor that dies cannot leave it
 * running at any moment.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Outcome, StopSignal, TimeLimits } from '@muster/runner-protocol';
import { PASS_GATE } from '../command.ts';
import { notStarted } from '../outcome.ts';
import { ENDING_SECONDS } from '../stop-time.ts';
import { openIdleClock } from './idle-clock.ts';
import type { GroupProgram } from './messages.ts';
import { forwardOutput, type Tap } from './output.ts';
import { signalProgram } from './signal-program.ts';

/** `exec` keeps the process id, so the program leads the group. The shell parses no text of it. */
const WAIT_AT_GATE = ['/bin/sh', '-c', `${PASS_GATE}; exec "$@"`, 'agent'] as const;
/** An agent whose budget is exhausted may end by itself, but must not go on spending for long. */
const BUDGET_GRACE_MS = 5_000;
export interface ProcessGroup {
  readonly ended: Promise<Outcome>;
  stop(why: StopSignal): void;
  /** Where it keeps its input: `end` closes that. */
  input(bytes: Uint8Array, end: boolean): void;
  /** Its lease is over: it ends at once, and what it has not passed on yet is lost. */
  expire(): void;
  signal(name: NodeJS.Signals): void;
}

type StopCause = StopSignal | 'timeout' | 'idle' | undefined;

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `launched` resolves to whether the program may begin; otherwise its lease counts as lost. */
export function startGroup(
  program: GroupProgram,
  tap: Tap,
  launched: (pid: number) => Promise<boolean>,
): ProcessGroup {
  try {
    return groupOf(spawnAtGate(program), program, tap, launched);
  } catch (error) {
    // Thrown for arguments that are too long and for a folder that is a file, among others.
    return neverStarted(error);
  }
}

function neverStarted(error: unknown): ProcessGroup {
  const nothing = (): void => undefined;
  const message = error instanceof Error ? error.message : String(error);
  const ended = Promise.resolve(notStarted('not_started', message));
  return { ended, stop: nothing, input: nothing, expire: nothing, signal: nothing };
}

function groupOf(
  { child, stdin, stdout, stderr, gate }: AtGate,
  program: GroupProgram,
  tap: Tap,
  launched: (pid: number) => Promise<boolean>,
): ProcessGroup {
  const { limits } = program;
  const exited = new Promise<Ended | Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const { pid } = child;
  const signal = (name: NodeJS.Signals): void => signalProgram(pid, name, program.sandbox);
  const clock = startStopClock(limits, signal);
  const idle = openIdleClock(limits.idleSec, tap, () => clock.stop('idle'));
  const output = forwardOutput({ stdout, stderr }, idle.tap);
  if (pid !== undefined) {
    void launched(pid).then((mayBegin) => {
      if (mayBegin) gate.end('go\n');
      else clock.stop('lease_lost');
    });
  }
  const end = async (): Promise<Outcome> => {
    const ended = await exited;
    signal('SIGKILL');
    const why = clock.close();
    idle.close();
    await output.finish();
    if (ended instanceof Error) return notStarted('not_started', ended.message);
    return outcomeOf(ended, why, limits);
  };
  return {
    ended: end(),
    stop: clock.stop,
    input(bytes, isLast) {
      if (!program.keepsInput || !stdin?.writable) return;
      if (bytes.length > 0) stdin.write(bytes);
      if (isLast) stdin.end();
    },
    expire() {
      clock.stop('lease_lost');
      signal('SIGKILL');
      tap.resume();
      output.abandon();
    },
    signal,
  };
}

type AtGate = ReturnType<typeof spawnAtGate>;

function spawnAtGate({
  command,
  cwd,
  env,
  stdin: input,
  keepsInput = false,
  isGated = false,
}: GroupProgram) {
  const [first, ...args] = isGated ? command : [...WAIT_AT_GATE, ...command];
  const child = spawn(first, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: [input === '' && !keepsInput ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, gate] = child.stdio as unknown as [
    NodeJS.WritableStream | null,
    Readable,
    Readable,
    NodeJS.WritableStream,
  ];
  for (const stream of [stdin, gate]) stream?.on('error', () => undefined);
  if (keepsInput) stdin?.write(input);
  else stdin?.end(input);
  return { child, stdin, stdout, stderr, gate };
}

/** Ends the group on request or at its time limit; `close` returns why it was ended first. */
function startStopClock(
  { timeoutSec, graceSec }: TimeLimits,
  signal: (name: NodeJS.Signals) => void,
): { stop(why: StopSignal | 'idle'): void; close(): StopCause } {
  const graceMs = graceSec * 1_000;
  const graces = {
    timeout: graceMs,
    idle: graceMs,
    cancelled: graceMs,
    budget_exhausted: Math.min(graceMs, BUDGET_GRACE_MS),
    lease_lost: 0,
    draining: Math.min(graceMs, ENDING_SECONDS * 1_000),
  };
  let why: StopCause;
  let kill: NodeJS.Timeout | undefined;
  let killAtMs = Infinity;
  const end = (reason: keyof typeof graces): void => {
    // A later reason may leave less time than the first one, and never more.
    const atMs = performance.now() + graces[reason];
    if (atMs >= killAtMs) return;
    killAtMs = atMs;
    if (why === undefined && graces[reason] > 0) signal('SIGTERM');
    why ??= reason;
    clearTimeout(kill);
    kill = setTimeout(() => signal('SIGKILL'), graces[reason]);
  };
  const timer = setTimeout(() => end('timeout'), timeoutSec * 1_000);
  return {
    stop: end,
    close() {
      clearTimeout(timer);
      clearTimeout(kill);
      // The group has ended: its process id may be that of another one.
      killAtMs = 0;
      return why;
    },
  };
}

function outcomeOf(
  { exitCode, signal }: Ended,
  why: StopCause,
  { timeoutSec, idleSec }: TimeLimits,
): Outcome {
  const end = { exitCode, signal };
  if (why === 'timeout') {
    const error = `The agent did not end within ${timeoutSec} seconds`;
    return { ...end, status: 'timed_out', error, errorCode: 'timed_out' };
  }
  if (why === 'idle') {
    const error = `The agent printed nothing for ${idleSec} seconds`;
    return { ...end, status: 'timed_out', error, errorCode: 'idle' };
  }
  if (why !== undefined) {
    return { ...end, status: 'cancelled', error: 'The agent was stopped', errorCode: why };
  }
  if (exitCode === 0) return { ...end, status: 'succeeded', error: null, errorCode: null };
  const error = signal ? `The agent was ended by ${signal}` : `The agent exited with ${exitCode}`;
  return { ...end, status: 'failed', error, errorCode: signal ? 'signalled' : 'exit_code' };
}
