/**
 * The runner of the local stack. It has what a runner on another machine has: its key, a folder for
 * homes, and no secret of a service.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Guard } from '@muster/local-servers';
import { keptSecret, privateFolder } from '@muster/private-files';
import { makeRunnerKey } from '@muster/runner-protocol/key';
import { NODE_FLAGS, plainEnvironment } from './environment.ts';
import { homesFolder, needsReachableHomes, needsWorkFolders } from './homes.ts';
import { createReplica, type Replica } from './replica.ts';
import { runStep, type StepOptions } from './run-step.ts';
import { keyFolder } from './users.ts';
import { settingsOf, type Settings } from './variables.ts';

const ENTRY = fileURLToPath(new URL('../../runner/src/main.ts', import.meta.url));
const NAME = 'runner-1';
/** Programs that are at work when the stack stops may finish, and the stack still stops soon. */
const DRAIN_SECONDS = 5;

/**
 * Users of the agents of one stack. Stacks on one machine must not share any, since all processes of
 * a user are ended with its agent; so each takes a part of a range, by its folder. The range is above
 * that of other runners and of former releases, and below what systemd gives to containers.
 */
const FIRST_UID = 265_536;
const UIDS = 4_000;
const PARTS = 64;

export interface RunnerOptions {
  readonly dataDir: string;
  readonly settings: Settings;
  /** Where agents may work that have to be told, unless the settings name folders. */
  readonly workFolders: () => readonly string[];
  readonly guard: Guard;
  readonly log: (line: string) => void;
}

export interface LocalRunner {
  readonly replica: Replica;
  /** `runner://<host>:<port>` */
  readonly url: string;
  readonly keyFile: string;
}

/** A runner, not yet started. */
export async function createRunner({
  dataDir,
  settings,
  workFolders,
  guard,
  log,
}: RunnerOptions): Promise<LocalRunner> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const keyFile = join(privateFolder(keyFolder(dataDir)), 'runner.key');
  keptSecret(keyFile, () => `${makeRunnerKey()}\n`);
  const reachable = needsReachableHomes(settings['MUSTER_ISOLATION']);
  const replica = createReplica({
    name: 'runner',
    number: 1,
    opsPorts: [{ service: 'runner', port: opsPort }],
    entry: () => [ENTRY],
    nodeFlags: NODE_FLAGS,
    env: {
      ...plainEnvironment(dataDir),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      MUSTER_RUNNER_UIDS: uidsOf(dataDir),
      ...(needsWorkFolders(settings['MUSTER_ISOLATION'])
        ? { MUSTER_LOCAL_ROOTS: workFolders().join(':') }
        : {}),
      ...settingsOf('runner', settings),
      RUNNER_HOST: '127.0.0.1',
      RUNNER_PORT: String(port),
      MUSTER_RUNNER_KEY_FILE: keyFile,
      MUSTER_RUNNER_HIDE: [dataDir, settings['MUSTER_RUNNER_HIDE'] ?? []].flat().join(':'),
      MUSTER_RUNS_DIR: homesFolder(dataDir, { reachable }),
      OPS_PORT: String(opsPort),
    },
    dataDir,
    guard,
    log,
  });
  return { replica, url: `runner://127.0.0.1:${port}`, keyFile };
}

function uidsOf(dataDir: string): string {
  const part = createHash('sha256').update(dataDir).digest().readUInt32BE() % PARTS;
  const first = FIRST_UID + part * UIDS;
  return `${first}-${first + UIDS - 1}`;
}

/**
 * The scheduler's MUSTER_RUNNERS.
 *
 * @param url where one process of the scheduler reaches the runner
 */
export const runnersSetting = (url: string, keyFile: string): string =>
  JSON.stringify([{ name: NAME, address: new URL(url).host, keyFile }]);

/** What the runner, which is ready, says keeps its programs apart. */
export function isolationOf(
  { url, keyFile }: LocalRunner,
  { dataDir }: Pick<StepOptions, 'dataDir'>,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return runStep('tell-isolation', [hostname, port, keyFile], { dataDir });
}
