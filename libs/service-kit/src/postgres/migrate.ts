/**
 * Forward-only migrations, run by the setup command as the owner of the schema. Those of the event
 * log come first, then the service's own. Concurrent setups queue on an advisory lock. A file whose
 * first line is `-- breaking` is incompatible with older code, which refuses to start on it. At the
 * end row-level security is enabled (see `row-level-security.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { applyMigration, inTransaction, LOCK_TIMEOUT } from './apply-migration.ts';
import { knownMigrations, requireCompatible } from './migration-file.ts';
import { ensureLogin, ensureRole } from './role.ts';
import { enableRowLevelSecurity } from './row-level-security.ts';

/** Interval at which a setup asks whether the one before it has ended. */
const QUEUE_MS = 100;

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
    await queueForSchema(client, options.schema);
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
    const target = { client, schema: options.schema, isNew: names.size === 0 };
    for (const migration of known.filter(({ name }) => !names.has(name))) {
      await applyMigration(target, migration);
      options.log.info({ migration: migration.name }, 'migration applied');
    }
    await inTransaction(client, () => enableRowLevelSecurity(client, options.role));
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting: a statement that waits for the lock is a transaction, and an
 * index that the other setup builds concurrently would wait for that transaction in turn.
 */
async function queueForSchema(client: pg.Client, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [`muster migrations of ${schema}`],
    );
    if (rows[0]?.taken) return;
    await pause(QUEUE_MS);
  }
}
