/**
 * Applying one migration. Within a transaction it and its row commit together. Outside of one each
 * step commits by itself and the row comes last, so a setup that dies is repeated from the first
 * step: each step has to find out what is done already.
 */
import type pg from 'pg';
import type { Migration } from './migration-file.ts';

/** Longest wait for a table lock: while a migration waits, it blocks live traffic. */
export const LOCK_TIMEOUT = '5s';
const CONCURRENTLY = /\bconcurrently\b/gi;

export interface Target {
  readonly client: pg.Client;
  readonly schema: string;
  /** No service has worked on it yet. */
  readonly isNew: boolean;
}

export async function applyMigration(target: Target, migration: Migration): Promise<void> {
  const { client } = target;
  try {
    if (migration.steps) await applySteps(target, migration, migration.steps);
    else await applyAtOnce(client, migration);
  } catch (cause) {
    throw new Error(`migration ${migration.name} failed`, { cause });
  }
}

const applyAtOnce = (client: pg.Client, migration: Migration): Promise<void> =>
  inTransaction(client, async () => {
    await insertApplied(client, migration);
    await client.query(migration.text);
  });

async function applySteps(
  { client, schema, isNew }: Target,
  migration: Migration,
  steps: readonly string[],
): Promise<void> {
  for (const step of steps) {
    // In a new schema there is nothing to wait for; a concurrent build would wait for all of the database.
    if (isNew) await client.query(step.replaceAll(CONCURRENTLY, ''));
    else await applyStep(client, schema, step);
  }
  await insertApplied(client, migration);
}

async function applyStep(client: pg.Client, schema: string, step: string): Promise<void> {
  await dropInvalidIndexes(client, schema, step);
  // What is built concurrently waits for long transactions, and nothing waits for it.
  if (step.match(CONCURRENTLY)) await client.query('set lock_timeout = 0');
  await client.query(step);
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
}

const insertApplied = async (client: pg.Client, { name, breaking }: Migration): Promise<void> => {
  await client.query('insert into migrations (name, breaking) values ($1, $2)', [name, breaking]);
};

/**
 * A concurrent build that was cut off leaves an index that is written to and never read, and that
 * `if not exists` takes for a finished one.
 */
async function dropInvalidIndexes(client: pg.Client, schema: string, step: string): Promise<void> {
  const names = [...step.matchAll(/\bindex\s+concurrently\s+if\s+not\s+exists\s+(\w+)/gi)];
  if (names.length === 0) return;
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid and n.nspname = $1 and c.relname = any($2::text[])`,
    [schema, names.map(([, name]) => name?.toLowerCase())],
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
