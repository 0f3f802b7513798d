/**
 * A copy of a running Postgres as a disk snapshot would make it: of one instant, without the help of
 * the server. All its processes are stopped meanwhile.
 */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
} from 'node:fs';
import { join } from 'node:path';

/** The folder in which the local servers keep the database of a data folder. */
export function clusterDirIn(dataDir: string): string {
  const folder = join(dataDir, 'servers', 'postgres');
  const note = join(folder, 'location');
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(folder, 'files');
  return join(home, 'cluster');
}

export function takeSnapshot(postmaster: number, cluster: string, to: string): void {
  // The parent first, so that no new child starts meanwhile.
  process.kill(postmaster, 'SIGSTOP');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid.trim() !== '')
    .map(Number);
  try {
    for (const pid of children) process.kill(pid, 'SIGSTOP');
    // The pid file belongs to the running server, not to the snapshot.
    cpSync(cluster, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  } finally {
    for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT');
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Copies a snapshot into a data folder that has no database yet; returns the folder of the cluster. */
export function restoreSnapshot(from: string, dataDir: string, owner: Owner): string {
  const home = join(dataDir, 'servers', 'postgres', 'files');
  mkdirSync(home, { recursive: true });
  const cluster = join(home, 'cluster');
  cpSync(from, cluster, { recursive: true });
  chownAll(home, owner);
  chmodSync(cluster, 0o700);
  return cluster;
}

export function chownAll(path: string, owner: Owner): void {
  chownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) chownAll(join(path, name), owner);
}
