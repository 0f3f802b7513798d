/**
 * The two protections between companies, tenant predicates and row-level security, each with a switch,
 * so that a suite can show that the other one suffices. Start a stack with `withoutPredicates` as its
 * flags of Node, or call `dropRowSecurity` on a running stack.
 */
import pg from 'pg';

/** Flags of services whose statements carry no tenant predicate. */
export const withoutPredicates: readonly string[] = [
  `--import=${new URL('./without-predicates.ts', import.meta.url).href}`,
];

/**
 * Switches row-level security off for every table of the database, and the scoped views that replace
 * it; answers with the number of tables that had it.
 */
export async function dropRowSecurity(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ off: string }>(`
      select format(
        'alter table %1$I.%2$I disable row level security;
        create or replace view %1$I.%3$I as select * from %1$I.%2$I',
        n.nspname, c.relname, c.relname || '_in_scope'
      ) as off
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relrowsecurity and c.relkind in ('r', 'p')`);
    for (const { off } of rows) await client.query(off);
    return rows.length;
  } finally {
    await client.end();
  }
}
