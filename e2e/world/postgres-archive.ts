/**
 * Continuous archiving of a running Postgres, and the restore to a moment: a base copy that the server
 * knows of, and the log that it has archived since.
 */
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { until } from '@muster/test-kit';
import pg from 'pg';
import { chownAll, restoreSnapshot } from './postgres-snapshot.ts';
import { queryOnce } from './sql.ts';

/** Every user may put files there: the server runs as another one than the test. */
const FOR_ALL = 0o1777;
/** Folders whose content means nothing to another server, or is in the archive. */
const WITHOUT_CONTENT =
  /^(?:pg_wal|pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans))\//;

export function archiveFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, FOR_ALL);
  return path;
}

/** Parameters of a server that archives its log. */
export const archivingTo = (folder: string): Readonly<Record<string, string>> => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_command: `test ! -f ${folder}/%f && cp %p ${folder}/%f`,
});

/** Copies the cluster while it is written to, between the calls with which the server takes part. */
export async function copyBase(databaseUrl: string, cluster: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', fast => true)`);
    cpSync(cluster, to, { recursive: true, filter: (path) => isOfBase(relative(cluster, path)) });
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

const isOfBase = (path: string): boolean =>
  path !== 'postmaster.pid' && !path.includes('pgsql_tmp') && !WITHOUT_CONTENT.test(path);

/** The moment of the database, after everything that is acknowledged by now. */
export async function momentOf(databaseUrl: string): Promise<string> {
  const [row] = await queryOnce(
    databaseUrl,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at`,
  );
  return String(row?.['at']);
}

/** Ends the segment of the log, and resolves when it is in the archive. */
export async function archiveLog(databaseUrl: string): Promise<void> {
  const [row] = await queryOnce(databaseUrl, 'select pg_walfile_name(pg_switch_wal()) as segment');
  const segment = String(row?.['segment']);
  await until('the log is archived', async () => {
    const [archiver] = await queryOnce(
      databaseUrl,
      'select last_archived_wal from pg_stat_archiver',
    );
    return String(archiver?.['last_archived_wal']) >= segment || undefined;
  });
}

export interface RestoreToMoment {
  readonly base: string;
  readonly archive: string;
  readonly moment: string;
  readonly dataDir: string;
  readonly owner: { readonly uid: number; readonly gid: number };
}

/** Makes a cluster that reads the archive up to the moment when it is started. */
export function restoreToMoment({ base, archive, moment, dataDir, owner }: RestoreToMoment): void {
  const cluster = restoreSnapshot(base, dataDir, owner);
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\n` +
      `recovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
  );
  writeFileSync(join(cluster, 'recovery.signal'), '');
  chownAll(cluster, owner);
}
