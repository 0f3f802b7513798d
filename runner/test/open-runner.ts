/** A real runner process, and schedulers that speak its protocol. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  dialRunner,
  makeRunnerKey,
  readRunnerKey,
  type DialedRunner,
  type FromRunner,
  type IsolationName,
  type Program,
  type RunKey,
  type ToRunner,
} from '@muster/runner-protocol';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const host = '127.0.0.1';
/** Longer than a test; leases that are to end in a test are given by the test. */
export const LEASE_MS = 60_000;

export interface RunnerFolder {
  readonly isolation: IsolationName;
  readonly firstUid: number;
  readonly runsDir: string;
  readonly keyFile: string;
  remove(): void;
}

/** What root gets, and what everyone can have. */
export const testedIsolations: readonly IsolationName[] = ['user', 'none'];
/** With the one that makes a sandbox for each run. */
export const allIsolations: readonly IsolationName[] = [...testedIsolations, 'sandbox'];
export const hasIsolation = (name: IsolationName): boolean =>
  name === 'none' || process.getuid?.() === 0;

/** Of this process alone, and of one runner: processes of a user are ended together. */
let nextUid = 1_300_000 + 1_000 * (process.pid % 10_000);
const UIDS = 100;

/** Under `user`, other users can pass through it to their homes. */
export function makeFolder(isolation: IsolationName = 'none'): RunnerFolder {
  const isForUsers = isolation === 'user';
  const folder = mkdtempSync(join(isForUsers ? '/var/tmp' : tmpdir(), 'muster-runner-'));
  if (isForUsers) chmodSync(folder, 0o711);
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, makeRunnerKey(), { mode: 0o400 });
  return {
    isolation,
    firstUid: (nextUid += UIDS),
    runsDir: join(folder, 'runs'),
    keyFile,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface RunnerProcess {
  readonly port: number;
  readonly opsPort: number;
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code when the process is over. */
  readonly exited: Promise<number | null>;
}

/** `wrapper`: a command line that starts the one after it. */
export async function startRunnerProcess(
  { isolation, firstUid, runsDir, keyFile }: RunnerFolder,
  env: NodeJS.ProcessEnv = {},
  wrapper: readonly string[] = [],
): Promise<RunnerProcess> {
  const [command, ...args] = [...wrapper, process.execPath, MAIN];
  const child = spawn(command ?? process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      RUNNER_PORT: '0',
      MUSTER_RUNNER_KEY_FILE: keyFile,
      MUSTER_RUNS_DIR: runsDir,
      MUSTER_ISOLATION: isolation,
      MUSTER_RUNNER_UIDS: `${firstUid}-${firstUid + UIDS - 1}`,
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const { port, opsPort } = await startedLine(child, exited);
  const { pid = 0 } = child;
  return { port, opsPort, pid, exited, kill: (signal) => void child.kill(signal) };
}

interface StartedLine {
  readonly port: number;
  readonly opsPort: number;
}

async function startedLine(
  { stdout }: ChildProcess,
  exited: Promise<number | null>,
): Promise<StartedLine> {
  if (!stdout) throw new Error('the output of the runner is read');
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    void exited.then((code) => reject(new Error(`the runner exited with ${code}`)));
    lines.on('line', (line) => {
      const entry: unknown = JSON.parse(line);
      if (isStarted(entry)) resolve(entry);
    });
  });
}

const isStarted = (entry: unknown): entry is StartedLine =>
  typeof entry === 'object' && entry !== null && 'msg' in entry && entry.msg === 'started';

export interface Scheduler {
  readonly runner: DialedRunner;
  /** All messages so far, in order. */
  readonly heard: readonly FromRunner[];
  send(message: ToRunner): Promise<boolean>;
  /**
   * The first message of this kind about the run, of the past or the future. Rejects when output is
   * awaited of a run that has ended without any.
   */
  of<K extends AboutRun['kind']>(kind: K, key: RunKey): Promise<Extract<AboutRun, { kind: K }>>;
  /** What the runner answers to a question about an agent. */
  inspected(inspectionId: string): Promise<Inspected['answer']>;
  /** The output of the run that was heard under this key. */
  text(key: RunKey): string;
  /** Resolves when its output has these words. */
  printed(key: RunKey, words: string): Promise<void>;
  close(): void;
}

type AboutRun = Exclude<FromRunner, { kind: 'welcome' | 'inspected' }>;

type Inspected = Extract<FromRunner, { kind: 'inspected' }>;

export async function openScheduler(
  { keyFile }: Pick<RunnerFolder, 'keyFile'>,
  port: number,
): Promise<Scheduler> {
  const heard: FromRunner[] = [];
  const waiting = new Set<() => void>();
  const runner = await dialRunner({
    host,
    port,
    key: readRunnerKey(keyFile),
    scheduler: 'test',
    onMessage(message) {
      heard.push(message);
      for (const look of waiting) look();
    },
  });
  const text: Scheduler['text'] = ({ runId, fence }) =>
    heard
      .filter((message) => isAbout(message, 'output'))
      .filter((message) => message.runId === runId && message.fence === fence)
      .map(({ bytes }) => Buffer.from(bytes).toString())
      .join('');
  return {
    runner,
    heard,
    printed: (key, words) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text(key).includes(words)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    send: runner.send,
    of: (kind, { runId, fence }) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          for (const message of heard) {
            if (!('runId' in message)) continue;
            if (message.runId !== runId || message.fence !== fence) continue;
            if (isAbout(message, kind)) {
              waiting.delete(look);
              return resolve(message);
            }
            if (kind === 'output' && isAbout(message, 'ended')) {
              waiting.delete(look);
              return reject(new Error(`no output: ${JSON.stringify(message.outcome)}`));
            }
          }
        };
        waiting.add(look);
        look();
      }),
    inspected: (inspectionId) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = heard.find(
            (message): message is Inspected =>
              message.kind === 'inspected' && message.inspectionId === inspectionId,
          );
          if (!found) return;
          waiting.delete(look);
          resolve(found.answer);
        };
        waiting.add(look);
        look();
      }),
    text,
    close: () => runner.close(),
  };
}

const isAbout = <K extends AboutRun['kind']>(
  message: FromRunner,
  kind: K,
): message is Extract<AboutRun, { kind: K }> => message.kind === kind;

export interface Launched {
  readonly key: RunKey;
  readonly message: Extract<ToRunner, { kind: 'launch' }>;
}

/** A launch of a shell script. */
export function shellRun(script: string, more: Partial<Launched['message']> = {}): Launched {
  const key = { runId: randomUUID(), fence: 1 };
  const program: Program = {
    command: ['/bin/sh', '-c', script],
    cwd: null,
    instructionsFile: null,
    env: { RUN: key.runId },
    stdin: '',
    limits: { timeoutSec: 60, graceSec: 1 },
  };
  return {
    key,
    message: {
      kind: 'launch',
      ...key,
      companyId: randomUUID(),
      agentId: randomUUID(),
      leaseMs: LEASE_MS,
      program,
      memo: Buffer.from('memo'),
      ...more,
    },
  };
}
