/**
 * Starting and stopping a runner. A runner that stops launches nothing more, lets its programs
 * finish for a while, ends them, and waits until schedulers have recorded their ends.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { egressOptionsOf, openEgress } from '@muster/egress';
import {
  ABILITIES,
  listenForSchedulers,
  readRunnerKey,
  type Listening,
  type RunnerKey,
} from '@muster/runner-protocol';
import {
  openLogger,
  openOpsServer,
  partsOf,
  type Logger,
  type OpsServer,
  type Part,
  type Parts,
} from '@muster/service-kit/program';
import type { RunnerConfig } from './config.ts';
import { openConnections } from './connections.ts';
import { chooseIsolation } from './isolation/choose-isolation.ts';
import type { Roots } from './hands/resolve-paths.ts';
import type { Isolation } from './isolation/isolation.ts';
import { measureRuns, openMeasures, type Measures } from './measure.ts';
import { openJournal, type Journal } from './runs/journal.ts';
import { ownFolder } from './runs/own-folder.ts';
import { openRegistry, type Registry } from './runs/registry.ts';
import { LAST_WORDS_SECONDS } from './stop-time.ts';
import { openSupervisor } from './supervisor/supervisor.ts';

/** The checkout, or what of it an image has. */
const CODE = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningRunner {
  /** For schedulers. */
  readonly port: number;
  readonly opsPort: number;
  readonly stop: () => Promise<void>;
}

/**
 * Throws a ConfigError, a RunnerKeyError, an IsolationUnavailable, or the error of the network or
 * the disk.
 */
export async function startRunner(config: RunnerConfig): Promise<RunningRunner> {
  const log = openLogger('runner', config.LOG_LEVEL);
  const keys = keysOf(config);
  const runsDir = config.MUSTER_RUNS_DIR;
  const keyFiles = [config.MUSTER_RUNNER_KEY_FILE, config.MUSTER_RUNNER_KEY_PREVIOUS_FILE ?? []];
  const hide = [...config.MUSTER_RUNNER_HIDE, ...keyFiles.flat()];
  const settings = {
    runsDir,
    hide,
    code: [CODE],
    uids: config.MUSTER_RUNNER_UIDS,
    loopbackPorts: config.MUSTER_RUNNER_LOOPBACK_PORTS,
  };
  const isolation = await chooseIsolation(config.MUSTER_ISOLATION, settings);
  ownFolder(runsDir);
  const journal = openJournal(runsDir);
  const measures = openMeasures(log);
  const { events, onEndFailure } = measures;
  const roots = rootsUnder(isolation, config);
  const supervisor = openSupervisor(isolation.launcher);
  const egress = openEgress(egressOptionsOf({ ...config, NO_PROXY: config.NO_PROXY ?? '' }));
  const registry = openRegistry(
    { isolation, supervisor, journal, roots, egress, onEndFailure },
    events,
    config.MUSTER_RUNNER_RUNS,
  );
  measureRuns(measures.metrics, registry);

  const ops = openOps(config, measures, () => parts);
  const schedulers = listenPart(config, { registry, measures, isolation, keys, log });
  const formerRuns = endFormerRuns(isolation, journal, measures, log);
  const parts = partsOf([ops, formerRuns, schedulers], log);
  try {
    await parts.start();
  } catch (error) {
    await parts.drain();
    throw error;
  }
  const [port, opsPort] = [schedulers.port(), ops.port()];
  log.info({ port, opsPort, isolation: isolation.describe }, 'started');
  return { port, opsPort, stop: parts.drain };
}

/** Agents of a sandbox are the runner's user: what that may write to is theirs only where it is named. */
function rootsUnder({ name }: Isolation, { MUSTER_LOCAL_ROOTS: roots }: RunnerConfig): Roots {
  return roots.length === 0 && name !== 'sandbox' ? null : roots;
}

const openOps = (config: RunnerConfig, { registry }: Measures, parts: () => Parts): OpsServer =>
  openOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics: { registry },
    unready: () => parts().unready(),
  });

interface Listener {
  readonly registry: Registry;
  readonly measures: Measures;
  readonly isolation: Isolation;
  readonly keys: readonly RunnerKey[];
  readonly log: Logger;
}

function listenPart(
  config: RunnerConfig,
  { registry, measures, isolation, keys, log }: Listener,
): Part & { port(): number } {
  const connections = openConnections(registry, measures.metrics, log);
  let listening: Listening | undefined;
  return {
    name: 'schedulers',
    async start() {
      listening = await listenForSchedulers({
        ...connections,
        host: config.RUNNER_HOST,
        port: config.RUNNER_PORT,
        keys,
        welcome: {
          instance: randomUUID(),
          isolation: isolation.name,
          describe: isolation.describe,
          abilities: [...ABILITIES],
        },
      });
    },
    async drain() {
      await drainRuns(registry, config.DRAIN_SECONDS * 1_000);
      if (listening) await connections.close(listening);
    },
    port: () => listening?.port ?? config.RUNNER_PORT,
  };
}

function keysOf(config: RunnerConfig): RunnerKey[] {
  const current = readRunnerKey(config.MUSTER_RUNNER_KEY_FILE);
  const previous = config.MUSTER_RUNNER_KEY_PREVIOUS_FILE;
  if (previous === undefined || !existsSync(previous)) return [current];
  return [current, readRunnerKey(previous)];
}

async function drainRuns(registry: Registry, drainMs: number): Promise<void> {
  registry.refuseLaunches();
  await before(registry.idle(), drainMs);
  await registry.endAll();
  await before(registry.empty(), LAST_WORDS_SECONDS * 1_000);
}

const before = async (event: Promise<void>, ms: number): Promise<void> => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([event, over]);
  clearTimeout(timer);
};

/** A runner that was killed has left programs that it could not end. */
const endFormerRuns = (
  isolation: Isolation,
  journal: Journal,
  { onEndFailure }: Pick<Measures, 'onEndFailure'>,
  log: Logger,
): Part => ({
  name: 'former runs',
  async start() {
    for (const { runId, entry } of journal.entries()) {
      const { folders, leader } = entry;
      const { companyId, agentId } = folders;
      try {
        await isolation.end(folders, leader);
        journal.remove(runId);
        log.info({ runId, agentId }, 'program of a former runner ended');
      } catch (error) {
        // The others are not to wait for it; the next start tries again.
        onEndFailure(error, { companyId, agentId });
      }
    }
  },
  drain: async () => undefined,
});
