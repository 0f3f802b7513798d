/**
 * A copy of a running Postgres as a snapshot of its disk would be: of one instant, without asking
 * the server. All of its processes stand still meanwhile, and know nothing of it.
 */
import {
  chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync,
} from 'node:fs';
import { join } from 'node:path';

/** Where the local servers keep the database of a data folder. */
export function clusterIn(dataDir: string): string {
  const folder = join(dataDir, 'servers', 'postgres');
  const note = join(folder, 'location');
  const home = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(folder, 'files');
  return join(home, 'cluster');
}

export function snapshot(postmaster: number, cluster: string, to: string): void {
  // The parent first: then no child comes to those that are counted.
  process.kill(postmaster, 'SIGSTOP');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .split(' ').filter((pid) => pid.trim() !== '').map(Number);
  try {
    for (const pid of children) process.kill(pid, 'SIGSTOP');
    // Who holds the cluster is no part of it.
    cpSync(cluster, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  } finally {
    for (const pid of [...children, postmaster]) process.kill(pid, 'SIGCONT');
  }
}

type Owner = { readonly uid: number; readonly gid: number };

/** Puts a snapshot where a data folder without a database is about to be started. */
export function restore(from: string, dataDir: string, owner: Owner): void {
  const home = join(dataDir, 'servers', 'postgres', 'files');
  mkdirSync(home, { recursive: true });
  cpSync(from, join(home, 'cluster'), { recursive: true });
  own(home, owner);
  chmodSync(join(home, 'cluster'), 0o700);
}

function own(path: string, owner: Owner): void {
  chownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) own(join(path, name), owner);
}
