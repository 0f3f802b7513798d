/** Settings that the commands read from the environment. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEFAULT_PORT = 3100;
const LAST_PORT = 65_535;

export function dataFolder(env: NodeJS.ProcessEnv): string {
  const chosen = env['MUSTER_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  return fileURLToPath(new URL('../../.muster', import.meta.url));
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

/** Settings of the scheduler and the runner that an operator of the local stack may change. */
const ofAgents = [
  'MUSTER_ADAPTERS',
  'MUSTER_ISOLATION',
  'MUSTER_LOCAL_ROOTS',
  'MUSTER_RUNNER_LOOPBACK_PORTS',
  'MUSTER_RUNNER_UIDS',
  'MUSTER_ALPHA_LOCAL_COMMAND',
  'MUSTER_BETA_LOCAL_COMMAND',
] as const;

/** What the environment of the launcher says about agents; services get nothing else of it. */
export const agentSettings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    ofAgents.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
