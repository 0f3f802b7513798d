/**
 * Starts a command beside the runs of an agent and reads what it prints, up to a limit. It is not
 * trusted to end, to stop printing, or to be one process: its process group is killed when it has
 * ended, when it has printed too much, and when it is given up.
 */
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Wrapped } from '../isolation/isolation.ts';

export interface CaptureOptions {
  /** Gives the command up. */
  readonly signal: AbortSignal;
  /** A failure while it is read is that of the command. */
  readonly stdin?: string | AsyncIterable<Uint8Array>;
  /** Of standard output and of standard error. */
  readonly maxBytes: number;
}

export interface Captured {
  /** Null where the command did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Rejects where the command cannot be started, and with the signal's reason when it is aborted before
 * the command has ended. One that has ended, and left something that keeps its output open, is read
 * until then.
 */
export async function capture(
  { command: [program, ...args], cwd, env }: Wrapped,
  { signal, stdin = '', maxBytes }: CaptureOptions,
): Promise<Captured> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => killGroup(child.pid);
  const stdout = readSome(child.stdout, maxBytes, kill);
  const stderr = readSome(child.stderr, maxBytes, kill);
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const abort = (): void => (isRunning() ? reject(signal.reason as Error) : resolve());
  signal.addEventListener('abort', abort, { once: true });
  child.once('error', reject).once('exit', kill).once('close', resolve);
  // A command that has failed reads no more; its end tells why.
  child.stdin.on('error', () => undefined);
  if (typeof stdin === 'string') child.stdin.end(stdin);
  else Readable.from(stdin).once('error', reject).pipe(child.stdin);
  try {
    await over;
    return { exitCode: child.exitCode, stdout: stdout(), stderr: stderr() };
  } finally {
    signal.removeEventListener('abort', abort);
    if (isRunning()) kill();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
}

function readSome(stream: Readable, maxBytes: number, onTooMuch: () => void): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else onTooMuch();
  });
  stream.on('error', () => undefined);
  return () => Buffer.concat(pieces).toString();
}

export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
