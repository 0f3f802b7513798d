/** Starts a stack in a temporary folder, with the timers and limits of the stories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack, type StackOptions } from '@muster/local/stack';

/** Stories wait for these timers, so they are seconds instead of minutes. */
const SHORT_TIMERS = { SWEEP_SECONDS: '2', LEASE_SECONDS: '3', WAKE_SWEEP_MS: '200' };
/** Programs of stories share files with their test; `e2e/stack` has the isolation of `start`. */
const NO_ISOLATION = { MUSTER_ISOLATION: 'none' };
/** Stories send requests faster than a caller may in production. */
const WIDE_LIMITS = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  COMPANY_RATE_LIMIT_PER_SECOND: '100000',
  COMPANY_RATE_LIMIT_BURST: '100000',
  FAILED_TRIES_BURST: '100000',
};

export type WorldOptions = Partial<
  Pick<
    StackOptions,
    'replicas' | 'settings' | 'nodeFlags' | 'addressOf' | 'postgresParameters' | 'serviceEntry'
  >
>;

export interface StartedWorld {
  readonly stack: Stack;
  readonly folder: string;
  /** Stops the stack and removes the folder. */
  end(): Promise<void>;
}

export async function startWorld(options: WorldOptions): Promise<StartedWorld> {
  const keep = process.env['KEEP_STACK'];
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'muster-e2e-'));
  const dataDir = join(folder, 'data');
  const remove = async (): Promise<void> => {
    if (keep !== undefined) return;
    await removeDataFolder(dataDir);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const stack = await startStack({
      dataDir,
      port: await freePort(),
      durable: false,
      workFolders: () => [folder],
      ...options,
      settings: { ...SHORT_TIMERS, ...NO_ISOLATION, ...WIDE_LIMITS, ...options.settings },
    });
    const end = async (): Promise<void> => {
      await stack.stop();
      await remove();
    };
    return { stack, folder, end };
  } catch (error) {
    await remove();
    throw error;
  }
}
