/**
 * A service makes nothing of what it stands on: its schema, the stream and its consumers are made
 * by the setup command. Started before that, or before the setup of its own version, a service says
 * what it misses, on its ops server and once in its log, and waits.
 */
import type { ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { knownMigrations, refuseUnknownBreaking, type Migration } from './migrate.ts';
import { many, one, sql, type Db } from './sql.ts';
import { missingConsumer } from './stream.ts';
import type { Subjects } from './subjects.ts';

/** Neither Postgres nor NATS says when a setup is done, and a start is not to be slowed by it. */
const LOOK_AGAIN_MS = 100;
/** Migrations of one service, by far. */
const MIGRATIONS_MAX = 10_000;

export interface SetUpOptions {
  readonly name: ServiceName;
  readonly migrations: URL;
  readonly producers: readonly string[];
  readonly db: Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Told what is missing, whenever that is something else. */
  readonly waitsFor: (what: string) => void;
}

export async function awaitSetUp(options: SetUpOptions): Promise<void> {
  const known = await knownMigrations(options.migrations);
  options.metrics.migrations.set({ state: 'known' }, known.length);
  let said = '';
  for (;;) {
    const missing = (await missingOfSchema(options, known)) ?? (await missingOfStream(options));
    if (missing === undefined) return;
    if (missing !== said) {
      options.waitsFor(missing);
      options.log.warn({ missing }, 'waits for the setup command');
    }
    said = missing;
    await delay(LOOK_AGAIN_MS);
  }
}

/** A schema that only newer code can live with is no matter of waiting. */
async function missingOfSchema(
  { db, metrics }: SetUpOptions,
  known: readonly Migration[],
): Promise<string | undefined> {
  let applied: { name: string; breaking: boolean }[];
  try {
    applied = await many(db, sql`
      select name, breaking from migrations order by name limit ${MIGRATIONS_MAX}`);
    metrics.migrations.set({ state: 'applied' }, applied.length);
    const { closed } = await one<{ closed: number }>(db, sql`
      select count(*)::integer as closed from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
        and not has_table_privilege(c.oid, 'select')`);
    if (closed > 0) return 'the rights on the tables of its schema';
  } catch (error) {
    return `its schema: ${(error as Error).message}`;
  }
  refuseUnknownBreaking(known, applied);
  const names = new Set(applied.map(({ name }) => name));
  const lacking = known.find(({ name }) => !names.has(name));
  return lacking && `the migration ${lacking.name} of its schema`;
}

async function missingOfStream(
  { nats, subjects, name, producers }: SetUpOptions,
): Promise<string | undefined> {
  try {
    const missing = await missingConsumer(nats, subjects, name, producers);
    return missing && `a consumer ${missing} that hears everybody it listens to`;
  } catch (error) {
    return `its consumers of the stream ${subjects.stream}: ${(error as Error).message}`;
  }
}
