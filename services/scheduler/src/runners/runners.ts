/** The runners of this process of the scheduler: which one an agent is started on, and its link. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { readRunnerKey } from '@muster/runner-protocol';
import { metricsOf, type Runtime } from '@muster/service-kit';
import { chooseRunner, type RunnerWish } from '../domain/choose-runner.ts';
import { schedulerMetrics } from '../metrics.ts';
import type { RunnerConnection } from './runner-connection.ts';
import { openRunnerLink, type RunnerLink } from './runner-link.ts';
import type { RunnerSettings } from '../runner-list.ts';

export interface Runners {
  /** The name of the runner that serves such an agent, connected or not; nothing if none does. */
  choose(wish: RunnerWish): string | undefined;
  /** Nothing while there is no connection to the runner of this name. */
  connection(name: string): RunnerConnection | undefined;
  /** The names of the runners that this process is connected to. */
  connected(): readonly string[];
  close(): Promise<void>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Throws a RunnerKeyError if the file of a key cannot be read. */
export function openRunners(runtime: Runtime, all: readonly RunnerSettings[]): Runners {
  const { runnersConnected, runnerFaults } = metricsOf(runtime.metrics, schedulerMetrics);
  const keys = all.map(({ keyFile }) => readRunnerKey(keyFile));
  const scheduler = `${hostname()}/${process.pid}`;
  const links = new Map<string, RunnerLink>();
  all.forEach((settings, index) => {
    const { name: runner } = settings;
    const key = keys[index];
    if (key === undefined) return;
    runnersConnected.set({ runner }, 0);
    runnerFaults.inc({ runner }, 0);
    const link = openRunnerLink({
      settings,
      key,
      scheduler,
      log: runtime.log,
      onConnected: (isConnected) => runnersConnected.set({ runner }, isConnected ? 1 : 0),
      onFault: () => runnerFaults.inc({ runner }),
    });
    links.set(runner, link);
  });
  return {
    choose: (wish) => chooseRunner(all, wish, sha256)?.name,
    connection: (name) => links.get(name)?.connection(),
    connected: () => all.map(({ name }) => name).filter((name) => links.get(name)?.connection()),
    async close() {
      await Promise.all([...links.values()].map((link) => link.close()));
    },
  };
}
