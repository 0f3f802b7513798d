import { spawnSync } from 'node:child_process';
import { existsSync, lchownSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { privateFolder, writeSecret } from '@muster/private-files';
import { storedSecret } from './folder.ts';
import type { Guard } from './guard.ts';
import { pidFile } from './local.ts';
import { rememberedPort } from './ports.ts';
import { requireSameVersion } from './postgres-version.ts';
import {
  openFolder,
  postgresBinaries,
  postgresHome,
  postgresUser,
  type User,
} from './postgres-home.ts';
import { birthOf, endRecorded, endSpawned, spawnOwned, type Spawned } from './processes.ts';
import type { LocalOptions, Server } from './server.ts';
import { supervise } from './supervise.ts';

const DATABASE = 'muster';
const INITIAL_PASSWORD = 'initial-password';
const OWNER_ONLY = 0o700;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
/** After a kill -9 the old backends take a moment to notice that their parent is gone. */
const RETRY_MS = 100;
const STOP_GRACE_MS = 10_000;
/** The line of postmaster.pid with the state of the server. */
const STATE_LINE = 7;

// Small, for six services on a laptop: no replication, no parallel workers.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  logging_collector: 'off',
};

// Only a crash of the machine can lose data with these, not a crash of the server: a commit has been
// written to the operating system when it returns.
const NOT_DURABLE_SETTINGS = { fsync: 'off', full_page_writes: 'off' };

interface Site {
  folder: string;
  home: string;
  cluster: string;
  binaries: string;
  user: User | undefined;
  port: number;
  durable: boolean;
  parameters: Readonly<Record<string, string>>;
  guard: Guard;
}

export async function startLocalPostgres(options: LocalOptions): Promise<Server> {
  const { durable, parameters = {}, guard, log } = options;
  const folder = privateFolder(options.folder);
  await endRecorded(pidFile(folder), 'SIGQUIT', STOP_GRACE_MS);
  const user = postgresUser();
  const home = postgresHome(folder, user);
  const site: Site = {
    folder,
    home,
    user,
    durable,
    parameters,
    guard,
    cluster: join(home, 'cluster'),
    binaries: postgresBinaries(user),
    port: await rememberedPort(join(folder, 'port')),
  };
  const password = storedSecret(join(folder, 'password'));
  if (existsSync(site.cluster)) requireSameVersion(site.cluster, site.binaries);
  else createCluster(site, password);
  const supervised = supervise({
    name: 'postgres',
    launch: () => launch(site),
    endSignal: 'SIGINT',
    graceMs: STOP_GRACE_MS,
    log,
  });
  await supervised.start();
  return {
    url: `postgres://muster:${password}@127.0.0.1:${site.port}/${DATABASE}`,
    get pid() {
      return supervised.pid;
    },
    stop: () => supervised.stop(),
    kill: (signal) => supervised.kill(signal),
    restart: () => supervised.restart(),
  };
}

/** An incomplete cluster never has the final name, so an interrupted first start is harmless. */
function createCluster(site: Site, password: string): void {
  const draft = join(site.home, 'draft');
  const passwordFile = join(site.home, INITIAL_PASSWORD);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: OWNER_ONLY });
  writeSecret(passwordFile, password);
  if (site.user) {
    for (const path of [draft, passwordFile]) lchownSync(path, site.user.uid, site.user.gid);
  }
  const at = { site, folder: draft };
  runOnce(at, 'initdb', [
    '--pgdata',
    openFolder(draft, site.user),
    '--username',
    'muster',
    '--pwfile',
    join('..', INITIAL_PASSWORD),
    '--auth',
    'scram-sha-256',
    '--no-locale',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--encoding',
    'UTF8',
    '--no-sync',
    '--no-instructions',
  ]);
  rmSync(passwordFile);
  // Without `exit_on_error` it ends with 0, and a disk that is full now would be a broken cluster for good.
  const settings = ['-c', 'fsync=off', '-c', 'exit_on_error=on'];
  const single = ['--single', '-D', openFolder(draft, site.user), ...settings, 'postgres'];
  runOnce(at, 'postgres', single, `create database ${DATABASE}\n`);
  renameSync(draft, site.cluster);
}

function runOnce(
  { site, folder }: { site: Site; folder: string },
  program: string,
  args: string[],
  input = '',
): void {
  const { status, stderr, error } = spawnSync(join(site.binaries, 'bin', program), args, {
    ...site.user,
    cwd: folder,
    env: environment(),
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.trim()}`);
}

async function launch(site: Site): Promise<Spawned> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    removeStaleLock(site);
    const spawned = spawnPostgres(site);
    if (await becomesReady(site, spawned, deadline)) return spawned;
    if (performance.now() > deadline) {
      await endSpawned(spawned, 'SIGQUIT', STOP_GRACE_MS);
      throw new Error(`Postgres did not start; see ${logFile(site.folder)}.`);
    }
    await pause(RETRY_MS);
  }
}

function spawnPostgres(site: Site): Spawned {
  const settings = {
    ...SETTINGS,
    ...(site.durable ? {} : NOT_DURABLE_SETTINGS),
    ...site.parameters,
  };
  return spawnOwned({
    command: join(site.binaries, 'bin', 'postgres'),
    args: [
      '-D',
      openFolder(site.cluster, site.user),
      '-p',
      String(site.port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    env: environment(),
    cwd: site.cluster,
    logFile: logFile(site.folder),
    pidFile: pidFile(site.folder),
    guard: site.guard,
    rank: 2,
    endSignal: 'SIGINT',
    user: site.user,
  });
}

async function becomesReady(site: Site, spawned: Spawned, deadline: number): Promise<boolean> {
  while (!spawned.isGone() && performance.now() < deadline) {
    const lines = lockLines(site);
    if (Number(lines[0]) === spawned.pid && lines[STATE_LINE]?.trim() === 'ready') return true;
    await pause(POLL_MS);
  }
  return false;
}

// The lock of a killed server names a process id that may have been reused; Postgres would then refuse
// to start for ever. The folder is claimed, so only a running Postgres keeps its lock.
function removeStaleLock(site: Site): void {
  const pid = Number(lockLines(site)[0] ?? 0);
  if (pid > 0 && (birthOf(pid) === undefined || !isPostgres(pid))) {
    rmSync(join(site.cluster, 'postmaster.pid'), { force: true });
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return true;
  }
}

function lockLines(site: Site): string[] {
  try {
    return readFileSync(join(site.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

const logFile = (folder: string) => join(folder, 'server.log');
const environment = () => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});
