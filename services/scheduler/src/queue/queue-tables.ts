/**
 * The tables of the queue if there is no Redis: those of BullMQ, in their own schema. The setup
 * command makes them as the owner of the database before any scheduler starts. The scheduler's role
 * may use them, and make the sequences that BullMQ makes at run time.
 */
import { runMigrations } from 'bullmq';
import pg from 'pg';

export interface QueueTables {
  /** Connects as the owner. */
  readonly databaseUrl: string;
  readonly schema: string;
  readonly role: string;
}

/** Two setup commands at the same time make them once. */
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
