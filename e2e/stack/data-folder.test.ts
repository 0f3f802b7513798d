/**
 * Who can read what a start keeps: its user, and no other user of the machine, also after an upgrade
 * of a folder that the release before has made.
 */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterDirIn } from '../world/postgres-snapshot.ts';
import { queryOnce } from '../world/sql.ts';

let folder = '';
let dataDir = '';
let stack: Stack;

async function start(): Promise<void> {
  const fixture = fileURLToPath(new URL('fixture-service.ts', import.meta.url));
  const port = await freePort();
  stack = await startStack({ dataDir, port, durable: false, serviceEntry: () => fixture });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-modes-'));
  dataDir = join(folder, 'data');
  await start();
  await queryOnce(stack.databaseUrl, "create table kept as select 'here' as word");
});

afterAll(async () => {
  await stack.stop();
  await removeDataFolder(dataDir);
  rmSync(folder, { recursive: true });
});

const homeOfPostgres = () => dirname(clusterDirIn(dataDir));
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Paths of all files and folders in the data folder, but for the files of Postgres. */
function contents(below = dataDir): string[] {
  if (below === homeOfPostgres()) return [];
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    return entry.isDirectory() ? [path, ...contents(path)] : [path];
  });
}

const files = () => contents().filter((path) => statSync(path).isFile());

/** Files that hold a secret, wherever it was copied to: path in the data folder → mode. */
function holdersOfSecrets(): ReadonlyMap<string, number> {
  const isSecret = /^(board-token|master-key|keys\/.*|servers\/\w+\/password)$/;
  const secrets = files()
    .filter((path) => isSecret.test(relative(dataDir, path)))
    .map((path) => readFileSync(path, 'latin1').trim());
  const holders = files().filter((path) => {
    const text = readFileSync(path, 'latin1');
    return secrets.some((secret) => text.includes(secret));
  });
  return new Map(holders.map((path) => [relative(dataDir, path), modeOf(path)]));
}

/**
 * The folders that a start makes; what servers make lies inside of them. `runs` belongs to the
 * runner, which lets agents through to their own homes.
 */
function foldersOfStart(): string[] {
  const isFolder = (path: string) => statSync(path).isDirectory();
  const isMade = /^(?!runs$)\w+$|^servers\/\w+$/;
  const made = contents().filter((path) => isMade.test(relative(dataDir, path)));
  return [dataDir, ...made.filter(isFolder)];
}

/** What more than one user of the machine can read. */
const leftOpen = () => ({
  secrets: [...holdersOfSecrets()].filter(([, mode]) => mode !== 0o400),
  folders: foldersOfStart().filter((path) => modeOf(path) !== 0o700),
});
const NOTHING = { secrets: [], folders: [] };

/** Whether the user that Postgres runs as can do this with a path. Its shell starts in the cluster. */
function postgresCan(command: 'cat' | 'ls', path: string): Promise<boolean> {
  const program = `{ ${command} ${path} && cat; } >/dev/null`;
  return queryOnce(stack.databaseUrl, `copy (select 1) to program '${program}'`).then(
    () => true,
    () => false,
  );
}

const keptRow = () => queryOnce(stack.databaseUrl, 'select word from kept');

it('has secrets in files that its user alone can read, in folders that no other user enters', () => {
  const some = ['board-token', 'master-key', 'keys/run-token-key', 'servers/postgres/password'];
  expect([...holdersOfSecrets().keys()]).toEqual(expect.arrayContaining(some));
  expect(leftOpen()).toEqual(NOTHING);
});

it('shows Postgres nothing but its own files, where that is another user', async () => {
  const isSameUser = process.getuid?.() !== 0;
  const around = join('..', '..', '..', '..');
  expect(await postgresCan('cat', 'PG_VERSION')).toBe(true);
  expect(await postgresCan('ls', '..')).toBe(true);
  for (const path of [dataDir, around, join('..', '..')]) {
    expect([path, await postgresCan('ls', path)]).toEqual([path, isSameUser]);
  }
  for (const path of [join(dataDir, 'board-token'), join(around, 'keys', 'run-token-key')]) {
    expect([path, await postgresCan('cat', path)]).toEqual([path, isSameUser]);
  }
});

it('keeps the data of the release before, and closes what that had left open', async () => {
  await stack.stop();
  for (const path of files()) chmodSync(path, 0o644);
  for (const path of foldersOfStart()) chmodSync(path, 0o755);
  chmodSync(dataDir, 0o711);
  chmodSync(homeOfPostgres(), 0o700);
  await start();
  expect(await keptRow()).toEqual([{ word: 'here' }]);
  expect(leftOpen()).toEqual(NOTHING);
});

it('finds the data where the release before put it for a Postgres that could not enter', async () => {
  await stack.stop();
  const formerHome = mkdtempSync(join(tmpdir(), 'muster-former-'));
  renameSync(homeOfPostgres(), formerHome);
  writeFileSync(join(dataDir, 'servers', 'postgres', 'location'), `${formerHome}\n`);
  await start();
  expect(await keptRow()).toEqual([{ word: 'here' }]);
  expect(homeOfPostgres()).toBe(formerHome);
});
