/**
 * One agent process with everything that it starts: a process group of its own that is ended
 * whole. The program waits behind a gate until the guard knows the group, so no instant exists at
 * which a dying worker could leave it behind.
 */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Outcome, OutputStream, StopSignal, TimeLimits } from './adapter.ts';
import { notStarted } from './adapter.ts';
import type { Guard } from './guard.ts';

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

export interface Launch {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  readonly onOutput: (stream: OutputStream, bytes: Buffer) => void;
}

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export async function runGroup(guard: Guard, launch: Launch): Promise<Outcome> {
  const child = spawn('/bin/sh', ['-c', GATE, 'agent', ...launch.command], {
    cwd: launch.cwd,
    env: { ...launch.env },
    detached: true,
    stdio: [launch.stdin === '' ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, gate] = child.stdio as unknown as [
    NodeJS.WritableStream | null, Readable, Readable, NodeJS.WritableStream,
  ];
  for (const stream of [stdin, gate]) stream?.on('error', () => undefined);
  const outputs = [
    drained(stdout, (bytes) => launch.onOutput('stdout', bytes)),
    drained(stderr, (bytes) => launch.onOutput('stderr', bytes)),
  ];
  const ended = new Promise<Ended | Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const { pid } = child;
  if (pid !== undefined) guard.add(pid, () => gate.end('go\n'));
  stdin?.end(launch.stdin);
  const stop = pid === undefined ? undefined : stopInTime(pid, launch);
  const end = await ended;
  if (pid !== undefined) {
    signalGroup(pid, 'SIGKILL');
    guard.drop(pid);
  }
  const why = stop?.();
  await lastOutput(outputs, [stdout, stderr]);
  if (end instanceof Error) return notStarted('not_started', end.message);
  return outcomeOf(end, why, launch);
}

type Why = StopSignal | 'timeout' | undefined;

/** Ends the group when its time is up or somebody says so; the answer tells which it was. */
function stopInTime(pid: number, { limits, signal }: Launch): () => Why {
  let why: Why;
  let kill: NodeJS.Timeout | undefined;
  const end = (reason: Why, graceMs: number): void => {
    if (why !== undefined) return;
    why = reason;
    if (graceMs > 0) signalGroup(pid, 'SIGTERM');
    kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
  };
  const graceMs = limits.graceSec * 1_000;
  const timer = setTimeout(() => end('timeout', graceMs), limits.timeoutSec * 1_000);
  const aborted = (): void => {
    const reason = signal.reason as StopSignal;
    const grace = {
      cancelled: graceMs,
      spent: Math.min(graceMs, SPENT_GRACE_MS),
      taken: 0,
      draining: Math.min(graceMs, DRAINING_GRACE_MS),
    };
    end(reason, grace[reason]);
  };
  if (signal.aborted) aborted();
  signal.addEventListener('abort', aborted, { once: true });
  return () => {
    clearTimeout(timer);
    clearTimeout(kill);
    signal.removeEventListener('abort', aborted);
    return why;
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no members any more, which is what was wanted.
  }
}

const drained = (stream: Readable, onBytes: (bytes: Buffer) => void): Promise<void> =>
  new Promise((resolve) => {
    stream.on('data', onBytes);
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

function outcomeOf({ exitCode, signal }: Ended, why: Why, { limits }: Launch): Outcome {
  const end = { exitCode, signal };
  if (why === 'timeout') {
    const error = `The agent did not end within ${limits.timeoutSec} seconds`;
    return { ...end, status: 'timed_out', error, errorCode: 'timed_out' };
  }
  if (why !== undefined) {
    return { ...end, status: 'cancelled', error: 'The agent was stopped', errorCode: why };
  }
  if (exitCode === 0) return { ...end, status: 'succeeded', error: null, errorCode: null };
  const error = signal ? `The agent was ended by ${signal}` : `The agent exited with ${exitCode}`;
  return { ...end, status: 'failed', error, errorCode: signal ? 'signalled' : 'exit_code' };
}
