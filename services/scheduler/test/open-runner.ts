/** A runner as a process of its own, as it runs in production, without isolation. */
import { makeRunnerKey } from '@muster/runner-protocol';
import { COMPILE_CACHE } from '@muster/test-kit';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../../runner/src/main.ts');

export interface TestRunner {
  /** Its entry in MUSTER_RUNNERS. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder that an agent works in whose configuration names none. */
  workspaceOf(agentId: string): string;
  /** The most memory that its process has had, in bytes. */
  peakMemory(): number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** To a process that goes on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** At the same address, with the same key and folder. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function openRunner(
  name = 'pool-0',
  env: Readonly<Record<string, string>> = {},
): Promise<TestRunner> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-runner-'));
  const keyFile = join(folder, 'key');
  const runsDir = join(folder, 'runs');
  writeFileSync(keyFile, makeRunnerKey(), { mode: 0o400 });
  const start = (port: number): Promise<Started> =>
    startProcess({
      RUNNER_PORT: String(port),
      MUSTER_RUNNER_KEY_FILE: keyFile,
      MUSTER_RUNS_DIR: runsDir,
      MUSTER_ISOLATION: 'none',
      DRAIN_SECONDS: '0',
      MUSTER_EGRESS_ALLOW: '127.0.0.1',
      ...env,
    });
  const first = await start(0);
  const { port } = first;
  let { child } = first;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    settings: { name, address: `127.0.0.1:${port}`, keyFile },
    workspaceOf: (agentId) => join(runsDir, agentId, 'workspace'),
    peakMemory: () => peakMemoryOf(child.pid),
    kill: end,
    signal: (signal) => void child.kill(signal),
    async startAgain() {
      ({ child } = await start(port));
    },
    async close() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function peakMemoryOf(pid: number | undefined): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
}

async function startProcess(env: Readonly<Record<string, string>>): Promise<Started> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the runner exited with ${code}`)));
    lines.on('line', (line) => {
      const { msg, port: listening } = JSON.parse(line) as { msg?: string; port?: number };
      if (msg === 'started') resolve(Number(listening));
    });
  });
  return { child, port };
}
