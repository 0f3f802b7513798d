/**
 * Forward-only migrations, run by the setup command as the owner of the schema. Those of the event
 * log come first, then the service's own. Concurrent setups queue on an advisory lock; a migration
 * and its row commit together. A file whose first line is `-- breaking` is incompatible with older
 * code, which refuses to start on it. At the end row-level security is enabled (see
 * `row-level-security.ts`).
 */
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { ensureLogin, ensureRole } from './role.ts';
import { enableRowLevelSecurity } from './row-level-security.ts';

/** Longest wait for a table lock: while a migration waits, it blocks live traffic. */
const LOCK_TIMEOUT = '5s';
/** Migrations of the event log, which every service has. */
const kitMigrations = new URL('../../migrations/', import.meta.url);

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
  /** The URL by which the service signs in as that role; absent: the role cannot sign in. */
  readonly loginUrl?: string | undefined;
  /** Folder of the service's own migrations. */
  readonly migrations: URL;
  readonly log: Logger;
}

export async function migrate(options: MigrateOptions): Promise<void> {
  const known = await knownMigrations(options.migrations);
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [
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
    requireCompatible(known, applied.rows);
    const names = new Set(applied.rows.map(({ name }) => name));
    for (const migration of known.filter(({ name }) => !names.has(name))) {
      await inTransaction(client, () => apply(client, migration));
      options.log.info({ migration: migration.name }, 'migration applied');
    }
    await inTransaction(client, () => enableRowLevelSecurity(client, options.role));
  } finally {
    await client.end();
  }
}

/** The migrations that this version of a service requires: the kit's first, then its own. */
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

/** Throws if a breaking migration of a newer version has been applied. */
export function requireCompatible(
  known: readonly Migration[],
  applied: readonly { name: string; breaking: boolean }[],
): void {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.find(({ name, breaking }) => breaking && !names.has(name));
  if (newer) throw new Error(`this version is incompatible with the migration ${newer.name}`);
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
