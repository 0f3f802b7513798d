/** The whole system for a test file, as real processes on servers of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from '@muster/tools/stack';
import { afterAll, beforeAll, inject } from 'vitest';
import { openApi } from './api.ts';
import type { Api, Caller } from './api.ts';
import { startWorld } from './start-world.ts';
import type { StartedWorld, WorldOptions } from './start-world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** How many processes of every service the stories run on. */
    replicas: number;
  }
}

export type World = {
  readonly stack: Stack;
  readonly api: Api;
  /** The board of the instance. */
  readonly board: Caller;
  /** A folder for what agents leave behind; gone when the file is done. */
  readonly folder: string;
};

/** Starts it before the first test of a file and ends it after the last one. */
export const useWorld = (options: WorldOptions = {}): (() => World) =>
  use(() => startWorld({ ...options, replicas: options.replicas ?? inject('replicas') ?? 1 }));

/** The one that is shared by files which found companies of their own and break nothing. */
export const useCommonWorld = (): (() => World) =>
  // Of a stack that is kept one wants to know whose it was.
  (process.env['KEEP_STACK'] === undefined ? use(borrow) : useWorld());

function use(start: () => Promise<StartedWorld>): () => World {
  let world: World | undefined;
  let end: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const started = await start();
    const { stack, folder } = started;
    end = () => started.end();
    const api = openApi(stack.baseUrls);
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
  'baseUrl' | 'baseUrls' | 'boardToken' | 'boardTokenFile' | 'databaseUrl' | 'natsUrl' |
  'redisUrl' | 'opsUrls'
>;

const sharedStack = (facts: Facts): Stack => ({
  ...facts,
  get access() {
    return nobodys();
  },
  get servers() {
    return nobodys();
  },
  pids: nobodys, kill: nobodys, pause: nobodys, resume: nobodys, whenReady: nobodys, stop: nobodys,
});

const nobodys = (): never => {
  throw new Error('this stack is shared: who stops parts of it needs one of its own');
};
