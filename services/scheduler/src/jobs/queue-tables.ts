/**
 * The tables of the queue where there is no Redis: the library's own, in a schema beside the
 * service's. The owner of the database makes them before any scheduler starts; the scheduler's role
 * works in them, and may make the sequences that the library makes while it works.
 */
import { runMigrations } from 'bullmq';
import pg from 'pg';

export interface QueueTables {
  /** The owner's address. */
  readonly databaseUrl: string;
  readonly schema: string;
  readonly role: string;
}

/** Done twice at a time it is done once. */
export async function ensureQueueTables({ databaseUrl, schema, role }: QueueTables): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`queue in ${schema}`]);
    await runMigrations(client, schema);
    await client.query(`
      grant usage, create on schema ${schema} to ${role};
      grant select, insert, update, delete on all tables in schema ${schema} to ${role};
      grant all on all sequences in schema ${schema} to ${role};`);
  } finally {
    await client.end();
  }
}
