/** Runs the setup command, which creates the schemas and roles that services need. */
import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from './environment.ts';
import { tailOf } from './tail.ts';

const ENTRY = fileURLToPath(new URL('../../services/setup/src/main.ts', import.meta.url));

const OWNER_WRITES = 0o600;

export type Setup = () => Promise<void>;

export interface SetupOptions {
  dataDir: string;
  env: Record<string, string>;
  abort: AbortSignal;
}

export const setupCommand =
  ({ dataDir, env, abort }: SetupOptions): Setup =>
  async () => {
    const logFile = join(dataDir, 'logs', 'setup.log');
    const log = openSync(logFile, 'a', OWNER_WRITES);
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    const child = spawn(process.execPath, [...NODE_FLAGS, ENTRY], {
      cwd: dataDir,
      env,
      stdio: ['ignore', log, log],
      signal: abort,
    });
    child.once('error', reject);
    child.once('close', resolve);
    closeSync(log);
    const code = await promise;
    if (code !== 0) {
      throw new Error(
        `The setup command failed (${code}). The end of ${logFile}:\n${tailOf(logFile)}`,
      );
    }
  };
