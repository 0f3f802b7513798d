/** The whole system for one test file, as real processes on servers of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@muster/tools/servers';
import { removeDataFolder, startStack } from '@muster/tools/stack';
import type { Stack, StackOptions } from '@muster/tools/stack';
import { afterAll, beforeAll, inject } from 'vitest';
import { openApi } from './api.ts';
import type { Api, Caller } from './api.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How many processes of every service the stories run on. */
    replicas: number;
  }
}

/** What is meant for minutes in production, in seconds: the stories wait for these clocks. */
const QUICK_CLOCKS = { SWEEP_SECONDS: '2', LEASE_SECONDS: '3', WAKE_SWEEP_MS: '200' };
/** Stories ask faster than a caller should. */
const WIDE_LIMITS = {
  RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000',
  COMPANY_RATE_LIMIT_PER_SECOND: '100000', COMPANY_RATE_LIMIT_BURST: '100000',
  FAILED_TRIES_BURST: '100000',
};

export type World = {
  readonly stack: Stack;
  readonly api: Api;
  /** The board of the instance. */
  readonly board: Caller;
  /** A folder for what agents leave behind; gone when the file is done. */
  readonly folder: string;
};

/** Starts it before the first test of a file and ends it after the last one. */
export function useWorld(
  options: Partial<Pick<StackOptions, 'replicas' | 'env' | 'addressOf'>> = {},
): () => World {
  let world: World | undefined;
  let end: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const keep = process.env['KEEP_STACK'];
    const folder = keep ?? mkdtempSync(join(tmpdir(), 'muster-e2e-'));
    const dataDir = join(folder, 'data');
    const remove = async () => {
      if (keep !== undefined) return;
      await removeDataFolder(dataDir);
      rmSync(folder, { recursive: true, force: true });
    };
    // Also when it does not come up.
    end = remove;
    const stack = await startStack({
      dataDir,
      port: await freePort(),
      replicas: options.replicas ?? inject('replicas') ?? 1,
      durable: false,
      ...(options.addressOf && { addressOf: options.addressOf }),
      env: { ...QUICK_CLOCKS, ...WIDE_LIMITS, ...options.env },
    });
    end = async () => {
      await stack.stop();
      await remove();
    };
    const api = openApi(stack.baseUrls);
    world = { stack, api, board: api.as(stack.boardToken), folder };
  });
  afterAll(() => end());
  return () => {
    if (world === undefined) throw new Error('the stack is up only while tests run');
    return world;
  };
}
