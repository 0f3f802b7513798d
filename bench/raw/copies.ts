/** Copies of a service's tables, for the statements that are sent again. */
import type pg from 'pg';
import { RECORDED, schemaOf, type RecordedOwner } from './services.ts';

/** Empties the copies and fills them with what the service has now. */
export async function fillSchema(owner: pg.Client, service: RecordedOwner): Promise<void> {
  const schema = schemaOf(service);
  const { tables } = RECORDED[service];
  const named = tables.map((table) => `${schema}.${table}`).join(', ');
  // Without triggers: what they keep is copied as well.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(`truncate ${named} cascade`);
  for (const table of tables) await copyRows(owner, service, table);
  await owner.query('commit');
  await owner.query(`vacuum analyze ${named}`);
}

/** Gives the issues back that were claimed: all of them were free when they were copied. */
export async function freeIssues(owner: pg.Client): Promise<void> {
  const claimed = `${schemaOf('issues')}.issues`;
  // Triggers find their tables by the path.
  await owner.query(`begin; set local search_path = ${schemaOf('issues')}`);
  await owner.query(`
    update issues set status = 'todo', assignee_agent_id = null, assigned_by_agent_id = null,
      checkout_run_id = null, started_at = null
    where status = 'in_progress'`);
  await owner.query('commit');
  await owner.query(`vacuum analyze ${claimed}`);
}

/** By way of JSON, because each schema has enumerations of its own. */
async function copyRows(owner: pg.Client, service: RecordedOwner, table: string): Promise<void> {
  const schema = schemaOf(service);
  const { rows } = await owner.query<{ names: string; copied: string }>(
    `
    select string_agg(quote_ident(column_name), ', ') as names,
      string_agg('copied.' || quote_ident(column_name), ', ') as copied
    from information_schema.columns
    where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
    [schema, table],
  );
  const [columns] = rows;
  await owner.query(`
    insert into ${schema}.${table} (${columns?.names}) overriding system value
    select ${columns?.copied} from ${service}.${table} original,
      lateral jsonb_populate_record(null::${schema}.${table}, to_jsonb(original)) copied`);
}
