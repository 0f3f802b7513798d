/** A connection as the database's owner, who is exempt from row-level security. */
import { dbOn, type Db } from '@muster/service-kit';
import pg from 'pg';

export interface Admin extends Db {
  readonly client: pg.Client;
  end(): Promise<void>;
}

export async function openAdmin(databaseUrl: string, schema: string): Promise<Admin> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `-c search_path=${schema} -c timezone=UTC`,
  });
  await client.connect();
  return { ...dbOn(client), client, end: () => client.end() };
}
