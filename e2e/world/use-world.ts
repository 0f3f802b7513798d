/** The whole system for a test file, as real processes on their own servers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from '@muster/local/stack';
import { afterAll, beforeAll, inject } from 'vitest';
import { openClient, type Client, type Caller } from './http-client.ts';
import { startWorld, type StartedWorld, type WorldOptions } from './start-world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Processes of every service in this group of stories. */
    replicas: number;
  }
}

export interface World {
  readonly stack: Stack;
  readonly api: Client;
  /** The board of the instance. */
  readonly board: Caller;
  /** A folder for the files of agents; removed when the test file is done. */
  readonly folder: string;
}

/** Starts a stack before the first test of a file and stops it after the last one. */
export const useWorld = (options: WorldOptions = {}): (() => World) =>
  use(() => startWorld({ ...options, replicas: options.replicas ?? inject('replicas') ?? 1 }));

/** A stack shared by test files that create companies of their own and break nothing. */
export const useSharedWorld = (): (() => World) =>
  // A stack that is kept for inspection belongs to one test file.
  process.env['KEEP_STACK'] === undefined ? use(borrow) : useWorld();

function use(start: () => Promise<StartedWorld>): () => World {
  let world: World | undefined;
  let end: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const started = await start();
    const { stack, folder } = started;
    end = () => started.end();
    const api = openClient(stack.baseUrls);
    world = { stack, api, board: api.as(stack.boardToken), folder };
  });
  afterAll(() => end());
  return () => {
    if (world === undefined) throw new Error('the stack is up only while tests run');
    return world;
  };
}

async function borrow(): Promise<StartedWorld> {
  const ask = (way: string): Promise<Response> =>
    fetch(`${inject('lenderUrl')}/${way}`, { method: 'POST' });
  const lent = await ask('lend');
  if (!lent.ok) throw new Error(await lent.text());
  const facts = (await lent.json()) as Facts;
  const folder = mkdtempSync(join(tmpdir(), 'muster-story-'));
  return {
    stack: sharedStack(facts),
    folder,
    end: async () => {
      rmSync(folder, { recursive: true, force: true });
      await ask('return');
    },
  };
}

type Facts = Pick<
  Stack,
  | 'baseUrl'
  | 'baseUrls'
  | 'boardToken'
  | 'boardTokenFile'
  | 'databaseUrl'
  | 'natsUrl'
  | 'redisUrl'
  | 'opsUrls'
>;

const sharedStack = (facts: Facts): Stack => ({
  ...facts,
  get access() {
    return notOnASharedStack();
  },
  isolation: notOnASharedStack,
  get servers() {
    return notOnASharedStack();
  },
  pids: notOnASharedStack,
  kill: notOnASharedStack,
  pause: notOnASharedStack,
  resume: notOnASharedStack,
  whenReady: notOnASharedStack,
  stop: notOnASharedStack,
});

const notOnASharedStack = (): never => {
  throw new Error('this stack is shared: a test that stops parts of it calls useWorld()');
};
