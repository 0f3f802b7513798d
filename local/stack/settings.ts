/** Settings that the commands read from the environment. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPackaged } from './form.ts';
import type { Replicas } from './services.ts';

const DEFAULT_PORT = 3100;
const LAST_PORT = 65_535;

export function dataFolder(env: NodeJS.ProcessEnv): string {
  const chosen = env['MUSTER_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  // A checkout has its data in itself; its user does not see where a package lies.
  return isPackaged ? resolve('.muster') : fileURLToPath(new URL('../../.muster', import.meta.url));
}

export function listeningPort(env: NodeJS.ProcessEnv): number {
  const port = Number(env['PORT'] || DEFAULT_PORT);
  if (Number.isInteger(port) && port > 0 && port <= LAST_PORT) return port;
  throw new Error(`PORT must be a number from 1 to ${LAST_PORT}, not ${env['PORT']}.`);
}

export function seedChoice(env: NodeJS.ProcessEnv): 'demo' | 'none' {
  const choice = env['MUSTER_SEED'] || 'demo';
  if (choice === 'demo' || choice === 'none') return choice;
  throw new Error(`MUSTER_SEED must be demo or none, not ${choice}.`);
}

/** Whether the services share a process or each has its own. */
export function processesChoice(env: NodeJS.ProcessEnv): Replicas {
  const choice = env['MUSTER_PROCESSES'] || 'one';
  if (choice === 'one') return 'together';
  if (choice === 'each') return 1;
  throw new Error(`MUSTER_PROCESSES must be one or each, not ${choice}.`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
