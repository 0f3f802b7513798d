/**
 * A service creates nothing that it depends on: its schema is created by the setup command. A service
 * that is started before that, or before the setup of its own version, says on its ops server and once
 * in its log what is missing, and waits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { knownMigrations, requireCompatible, type Migration } from '../postgres/migration-file.ts';
import { many, one, sql, type Db } from '../postgres/sql.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** Postgres does not signal the end of a setup; short, so that starts are not delayed. */
const POLL_MS = 100;
/** More migrations than any service has. */
const MIGRATIONS_MAX = 10_000;

export interface WaitForSetupOptions {
  readonly migrations: URL;
  readonly db: Db;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface SetupWait {
  /** What is missing at the moment, if anything. */
  missing(): string | undefined;
  start(): Promise<void>;
}

export function waitForSetup(options: WaitForSetupOptions): SetupWait {
  let missing: string | undefined;
  return {
    missing: () => missing,
    async start() {
      const known = await knownMigrations(options.migrations);
      options.metrics.migrations.set({ state: 'known' }, known.length);
      for (;;) {
        const found = await missingInSchema(options, known);
        if (found !== undefined && found !== missing) {
          options.log.warn({ missing: found }, 'waiting for the setup command');
        }
        missing = found;
        if (found === undefined) return;
        await pause(POLL_MS);
      }
    },
  };
}

/** Throws, rather than waits, if the schema needs newer code. */
async function missingInSchema(
  { db, metrics }: WaitForSetupOptions,
  known: readonly Migration[],
): Promise<string | undefined> {
  let applied: { name: string; breaking: boolean }[];
  try {
    applied = await many(
      db,
      sql`
      select name, breaking from migrations order by name limit ${MIGRATIONS_MAX}`,
    );
    metrics.migrations.set({ state: 'applied' }, applied.length);
    const { unreadable } = await one<{ unreadable: number }>(
      db,
      sql`
      select count(*)::integer as unreadable from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
        and not has_table_privilege(c.oid, 'select')`,
    );
    if (unreadable > 0) return 'privileges on the tables of its schema';
  } catch (error) {
    return `its schema: ${(error as Error).message}`;
  }
  requireCompatible(known, applied);
  const names = new Set(applied.map(({ name }) => name));
  const notApplied = known.find(({ name }) => !names.has(name));
  return notApplied && `the migration ${notApplied.name} of its schema`;
}
