/**
 * Whether every event took effect once, read from the tables: the cursors of each service, its dead
 * letters, and its copies compared with their sources.
 */
import { SERVICES } from '@muster/local/stack';
import type { Row, Sql } from '../world/sql.ts';

const heads = SERVICES.map(
  (name) => `select '${name}' as producer, company_id, seq from ${name}.event_heads`,
).join(' union all ');

/** Cursors that are not at the head of their log, before or after it. */
export async function misplacedCursors(sql: Sql): Promise<string[]> {
  const rows = await sql.rows(
    SERVICES.map(
      (name) => `
    select '${name}' as consumer, h.producer, h.company_id, h.seq, coalesce(c.last_seq, 0) as at
    from (${heads}) h
    join (select distinct producer from ${name}.cursors) known using (producer)
    left join ${name}.cursors c using (producer, company_id)
    where h.seq <> coalesce(c.last_seq, 0)`,
    ).join(' union all '),
  );
  return rows.map(
    (row) =>
      `${of(row, 'consumer')} is at ${of(row, 'at')} of ${of(row, 'seq')} ` +
      `in the ${of(row, 'producer')} log of ${of(row, 'company_id')}`,
  );
}

/** Events whose reaction failed too often. */
export async function deadLetters(sql: Sql): Promise<string[]> {
  const rows = await sql.rows(
    SERVICES.map(
      (name) => `select '${name}' as consumer, producer, seq, error from ${name}.dead_letters`,
    ).join(' union all '),
  );
  return rows.map(
    (row) =>
      `${of(row, 'consumer')} has a dead letter: ${of(row, 'seq')} ` +
      `of ${of(row, 'producer')}: ${of(row, 'error')}`,
  );
}

/** Two queries that must give equal rows: of the source, and of a copy of it. */
interface Pair {
  readonly what: string;
  readonly source: string;
  readonly copy: string;
}

const staff = (schema: string, table: string, key: string): Pair => ({
  what: `the agents that ${schema} knows`,
  source: 'select id, company_id, status::text from agents.agents',
  copy: `select ${key}, company_id, status::text from ${schema}.${table}`,
});
const work = (schema: string): Pair => ({
  what: `the issues that ${schema} knows`,
  source: 'select id, company_id from issues.issues',
  copy: `select issue_id, company_id from ${schema}.issues`,
});

const pairs: readonly Pair[] = [
  staff('issues', 'roster', 'agent_id'),
  staff('gateway', 'agents', 'agent_id'),
  work('approvals'),
  work('billing'),
  {
    what: 'what agents have spent',
    source: 'select agent_id, month, spent_cents from billing.agent_months where spent_cents > 0',
    copy: 'select agent_id, month, spent_cents from agents.agent_months where spent_cents > 0',
  },
  {
    what: 'the sums of costs',
    source: `select agent_id, month, sum(cost_cents)::bigint, count(*)::bigint
      from billing.cost_events group by 1, 2`,
    copy: 'select agent_id, month, spent_cents, events from billing.agent_months where events > 0',
  },
  {
    what: 'the approvals of hires',
    source: `select (payload->>'approvalId')::uuid, company_id, entity_id
      from agents.events where type = 'agent.hire_requested'`,
    copy: "select id, company_id, agent_id from approvals.approvals where type = 'hire_agent'",
  },
  {
    what: 'the events of comments',
    source: 'select id, company_id from issues.comments',
    copy: `select (payload->>'commentId')::uuid, company_id
      from issues.events where type = 'issue.commented'`,
  },
  {
    what: 'the events of costs',
    source: 'select id, company_id from billing.cost_events',
    copy: "select entity_id, company_id from billing.events where type = 'cost.recorded'",
  },
];

/** Rows on one side only. Duplicates count. */
export async function differingCopies(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const { what, source, copy } of pairs) {
    const rows = await sql.rows(`
      select 'missing' as how, to_jsonb(x)::text as row
      from (${source} except all ${copy}) x
      union all
      select 'without a source', to_jsonb(x)::text from (${copy} except all ${source}) x
      limit 20`);
    found.push(...rows.map((row) => `${what}: ${of(row, 'row')} is ${of(row, 'how')}`));
  }
  return found;
}

/** The number of effects of events: the sum of all cursors. */
export async function countEffects(sql: Sql): Promise<number> {
  const [row] = await sql.rows(
    `select sum(n)::int as n from (${SERVICES.map(
      (name) => `select coalesce(sum(last_seq), 0) as n from ${name}.cursors`,
    ).join(' union all ')}) all_of`,
  );
  return Number(row?.['n']);
}

const of = (row: Row, name: string): string => String(row[name]);
