/** A stack in a temporary folder, with the clocks and limits of the stories. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/tools/servers';
import { removeDataFolder, startStack } from '@muster/tools/stack';
import type { Stack, StackOptions } from '@muster/tools/stack';

/** What is meant for minutes in production, in seconds: the stories wait for these clocks. */
const QUICK_CLOCKS = { SWEEP_SECONDS: '2', LEASE_SECONDS: '3', WAKE_SWEEP_MS: '200' };
/** Stories ask faster than a caller should. */
const WIDE_LIMITS = {
  RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000',
  COMPANY_RATE_LIMIT_PER_SECOND: '100000', COMPANY_RATE_LIMIT_BURST: '100000',
  FAILED_TRIES_BURST: '100000',
};

export type WorldOptions = Partial<Pick<StackOptions, 'replicas' | 'env' | 'addressOf'>>;

export type StartedWorld = {
  readonly stack: Stack;
  readonly folder: string;
  /** Ends the stack and removes the folder. */
  end(): Promise<void>;
};

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
      ...options,
      env: { ...QUICK_CLOCKS, ...WIDE_LIMITS, ...options.env },
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
