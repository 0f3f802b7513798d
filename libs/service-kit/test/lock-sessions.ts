/** Sessions in Postgres that hold the locks of partitions. */
import type { Admin } from '@muster/test-kit';
import { PARTITIONS } from '../src/nats/subjects.ts';

/** Of all partitions of the schema: each one's session. */
export async function sessionsOf({ client }: Admin, schema: string): Promise<Map<number, number>> {
  const { rows } = await client.query<{ partition: number; pid: number }>(
    `select objid::int4 as partition, pid from pg_locks
     where locktype = 'advisory' and granted and objid < $2
       and classid = (hashtext($1)::int8 & 4294967295)::oid`,
    [schema, PARTITIONS],
  );
  return new Map(rows.map(({ partition, pid }) => [partition, pid]));
}

/** Ends one of them, as if its machine had gone; returns which. */
export async function endSession(admin: Admin, schema: string): Promise<number> {
  const [ended = 0] = (await sessionsOf(admin, schema)).values();
  await admin.client.query('select pg_terminate_backend($1)', [ended]);
  return ended;
}
