/** One runner and one scheduler that all tests of a block use. */
import type { IsolationName } from '@muster/runner-protocol';
import { afterAll, beforeAll } from 'vitest';
import {
  makeFolder,
  openScheduler,
  startRunnerProcess,
  type RunnerFolder,
  type RunnerProcess,
  type Scheduler,
} from './open-runner.ts';

export interface TestedRunner {
  readonly folder: RunnerFolder;
  readonly runner: RunnerProcess;
  readonly scheduler: Scheduler;
}

/** A runner and its scheduler for the tests of the surrounding block: filled before the first of them. */
export function useRunner(isolation: IsolationName, env: NodeJS.ProcessEnv = {}): TestedRunner {
  const folder = makeFolder(isolation);
  const tested = { folder } as { -readonly [K in keyof TestedRunner]: TestedRunner[K] };
  beforeAll(async () => {
    tested.runner = await startRunnerProcess(folder, env);
    tested.scheduler = await openScheduler(folder, tested.runner.port);
  });
  afterAll(async () => {
    tested.scheduler.close();
    tested.runner.kill('SIGTERM');
    await tested.runner.exited;
    folder.remove();
  });
  return tested;
}
