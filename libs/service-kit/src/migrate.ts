/**
 * Forward-only migrations, run by the setup command as the owner of the schema. The event log's
 * come first, then the service's own. Setups that run at the same time queue on an advisory lock;
 * each migration and its row commit together. A file whose first line is `-- breaking` cannot be
 * lived with by older code, and older code refuses to run on it. At the end the schema is walled
 * (see `walls.ts`).
 */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import { ensureLogin, ensureRole } from './role.ts';
import { raiseWalls } from './walls.ts';

/** Longest wait for a table lock: a migration that waits longer would hold up live traffic. */
const LOCK_TIMEOUT = '5s';
/** Those of the event log, which every service has. */
const kitMigrations = new URL('../migrations/', import.meta.url);

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly breaking: boolean;
}

export interface MigrateOptions {
  readonly databaseUrl: string;
  readonly schema: string;
  /** The role that the service works as. */
  readonly role: string;
  /** The address by which the service will sign in as that role; absent: it may not sign in. */
  readonly loginUrl?: string | undefined;
  /** Folder of the service's own migrations. */
  readonly migrations: URL;
  readonly log: Log;
}

export async function migrate(options: MigrateOptions): Promise<void> {
  const known = await knownMigrations(options.migrations);
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [
      `muster migrations of ${options.schema}`,
    ]);
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await ensureRole(client, options.role);
    if (options.loginUrl) await ensureLogin(client, options.role, options.loginUrl);
    await client.query(`create schema if not exists ${options.schema}`);
    await client.query(`set search_path = ${options.schema}`);
    await client.query(`
      create table if not exists migrations (
        name text primary key,
        breaking boolean not null,
        applied_at timestamptz not null default now()
      )`);
    const applied = await client.query<{ name: string; breaking: boolean }>(
      'select name, breaking from migrations',
    );
    refuseUnknownBreaking(known, applied.rows);
    const names = new Set(applied.rows.map(({ name }) => name));
    for (const migration of known.filter(({ name }) => !names.has(name))) {
      await inTransaction(client, () => apply(client, migration));
      options.log.info({ migration: migration.name }, 'migrated');
    }
    await inTransaction(client, () => raiseWalls(client, options.role));
  } finally {
    await client.end();
  }
}

/** What this version of a service expects to be applied: the kit's first, then its own. */
export const knownMigrations = async (folder: URL): Promise<Migration[]> => [
  ...(await readMigrations('kit', kitMigrations)),
  ...(await readMigrations('service', folder)),
];

async function readMigrations(owner: string, folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      return { name: `${owner}/${file}`, text, breaking: text.startsWith('-- breaking') };
    }),
  );
}

export function refuseUnknownBreaking(
  known: readonly Migration[],
  applied: readonly { name: string; breaking: boolean }[],
): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.find(({ name, breaking }) => breaking && !names.has(name));
  if (newer) throw new Error(`the schema has ${newer.name}, which this version cannot live with`);
}

async function apply(client: pg.Client, { name, text, breaking }: Migration): Promise<void> {
  try {
    await client.query('insert into migrations (name, breaking) values ($1, $2)', [name, breaking]);
    await client.query(text);
  } catch (cause) {
    throw new Error(`migration ${name} failed`, { cause });
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
