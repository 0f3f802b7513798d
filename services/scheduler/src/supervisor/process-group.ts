/**
 * One agent process with everything that it starts: a process group of its own that is ended
 * whole. The program waits behind a gate until the worker has been told of the group, so no instant
 * exists at which a dying supervisor could leave it behind.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Outcome, OutputStream, StopSignal, TimeLimits } from '../adapters/adapter.ts';
import { notStarted } from '../adapters/adapter.ts';
import type { Program } from './messages.ts';

/**
 * `exec` keeps the id, so what runs after the gate is the leader of the group. No text is parsed.
 */
const GATE = 'read -r go <&3 || exit 125; exec 3<&-; exec "$@"';
/** An agent that has no money left may end by itself, and not spend on for long. */
const SPENT_GRACE_MS = 5_000;
/** A worker that is told to end has little time itself. */
const DRAINING_GRACE_MS = 2_000;
/** How long output is still read when the process has ended but somebody keeps its pipes. */
const LAST_OUTPUT_MS = 1_000;

export interface Listener {
  /** Tells whether the worker knows of the group now; one that it does not know never begins. */
  launched(pid: number): Promise<boolean>;
  /** Resolves when the next bytes may come. */
  output(stream: OutputStream, bytes: Buffer): Promise<unknown>;
}

export interface Group {
  readonly ended: Promise<Outcome>;
  stop(why: StopSignal): void;
  signal(name: NodeJS.Signals): void;
}

type Why = StopSignal | 'timeout' | undefined;

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function startGroup(program: Program, listener: Listener): Group {
  const { command, cwd, env, stdin: input, limits } = program;
  const child = spawn('/bin/sh', ['-c', GATE, 'agent', ...command], {
    cwd,
    env: { ...env },
    detached: true,
    stdio: [input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, gate] = child.stdio as unknown as [
    NodeJS.WritableStream | null, Readable, Readable, NodeJS.WritableStream,
  ];
  for (const stream of [stdin, gate]) stream?.on('error', () => undefined);
  const outputs = [
    drained(stdout, (bytes) => listener.output('stdout', bytes)),
    drained(stderr, (bytes) => listener.output('stderr', bytes)),
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
  const clock = stopInTime(limits, signal);
  const end = async (): Promise<Outcome> => {
    const how = await exited;
    signal('SIGKILL');
    const why = clock.close();
    await lastOutput(outputs, [stdout, stderr]);
    if (how instanceof Error) return notStarted('not_started', how.message);
    return outcomeOf(how, why, limits);
  };
  return { ended: end(), stop: clock.stop, signal };
}

/** Ends the group when its time is up or somebody says so; `close` tells which it was. */
function stopInTime(
  { timeoutSec, graceSec }: TimeLimits,
  signal: (name: NodeJS.Signals) => void,
): { stop(why: StopSignal): void; close(): Why } {
  const graceMs = graceSec * 1_000;
  const graces = {
    timeout: graceMs,
    cancelled: graceMs,
    spent: Math.min(graceMs, SPENT_GRACE_MS),
    taken: 0,
    draining: Math.min(graceMs, DRAINING_GRACE_MS),
  };
  let why: Why;
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
    // The group has no members any more, which is what was wanted.
  }
}

/** Takes the bytes one piece at a time, as fast as they can be passed on. */
const drained = (
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

/** A process that has left the group may keep the pipes open; nobody waits for it. */
async function lastOutput(
  outputs: readonly Promise<void>[],
  streams: readonly Readable[],
): Promise<void> {
  const giveUp = setTimeout(() => {
    for (const stream of streams) stream.destroy();
  }, LAST_OUTPUT_MS);
  await Promise.all(outputs);
  clearTimeout(giveUp);
}

function outcomeOf({ exitCode, signal }: Ended, why: Why, { timeoutSec }: TimeLimits): Outcome {
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
