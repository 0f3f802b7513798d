/** A scheduler as a process of its own, because it is killed in tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@muster/test-kit';

const MAIN = join(import.meta.dirname, '../src/main.ts');

/** Resolves when it has started. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...env,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let heard = '';
  await new Promise<void>((resolve) => {
    worker.stdout.on('data', (bytes: Buffer) => {
      heard += bytes.toString();
      if (heard.includes('"started"')) resolve();
    });
  });
  return worker;
}

export async function endWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, 'exit');
  worker.kill(signal);
  await exited;
}
