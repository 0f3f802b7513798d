/**
 * Runs a step of the start in a process of its own: what it loads is gone from memory when it ends,
 * while the launcher stays as long as the system runs.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS, plainEnvironment } from './environment.ts';

type Step = 'make-keys' | 'tell-isolation' | 'make-sign-in-link';

export interface StepOptions {
  readonly dataDir: string;
  readonly abort?: AbortSignal | undefined;
}

/** What the step prints. Rejects with its errors. */
export async function runStep(
  step: Step,
  args: readonly string[],
  { dataDir, abort }: StepOptions,
): Promise<string> {
  const entry = fileURLToPath(new URL(`./steps/${step}.ts`, import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(process.execPath, [...NODE_FLAGS, entry, ...args], {
    cwd: dataDir,
    env: plainEnvironment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(abort === undefined ? {} : { signal: abort }),
  });
  child.once('error', reject);
  child.once('close', resolve);
  const [printed, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    promise,
  ]);
  if (code !== 0)
    throw new Error(`The step ${step} of the start failed (${code}):\n${errors.trim()}`);
  return printed;
}
