/**
 * Whether every event took effect once: how far each service is in each other's log, what it put
 * aside, and its copies held against what they copy. Asked past every service.
 */
import { SERVICES } from '@muster/tools/stack';
import type { Row, Sql } from './sql.ts';

const heads = SERVICES
  .map((name) => `select '${name}' as producer, company_id, seq from ${name}.event_heads`)
  .join(' union all ');

/** Cursors that are not at the head of the log that they are about, on either side of it. */
export async function cursorsOff(sql: Sql): Promise<string[]> {
  const rows = await sql.rows(SERVICES.map((name) => `
    select '${name}' as consumer, h.producer, h.company_id, h.seq, coalesce(c.last_seq, 0) as at
    from (${heads}) h
    join (select distinct producer from ${name}.cursors) known using (producer)
    left join ${name}.cursors c using (producer, company_id)
    where h.seq <> coalesce(c.last_seq, 0)`).join(' union all '));
  return rows.map((row) => `${of(row, 'consumer')} is at ${of(row, 'at')} of ${of(row, 'seq')} ` +
    `of the ${of(row, 'producer')} log of ${of(row, 'company_id')}`);
}

/** What was put aside after many failures. */
export async function deadLetters(sql: Sql): Promise<string[]> {
  const rows = await sql.rows(SERVICES.map((name) =>
    `select '${name}' as consumer, producer, seq, error from ${name}.dead_letters`)
    .join(' union all '));
  return rows.map((row) => `${of(row, 'consumer')} has put aside ${of(row, 'seq')} ` +
    `of ${of(row, 'producer')}: ${of(row, 'error')}`);
}

/** Two sets of rows that have to be equal: where things are, and where others keep what of them. */
type Pair = { readonly what: string; readonly own: string; readonly kept: string };

const staff = (schema: string, table: string, key: string): Pair => ({
  what: `the agents that ${schema} knows`,
  own: 'select id, company_id, status::text from agents.agents',
  kept: `select ${key}, company_id, status::text from ${schema}.${table}`,
});
const work = (schema: string): Pair => ({
  what: `the issues that ${schema} knows`,
  own: 'select id, company_id from issues.issues',
  kept: `select issue_id, company_id from ${schema}.issues`,
});

const pairs: readonly Pair[] = [
  staff('issues', 'roster', 'agent_id'),
  staff('gateway', 'agents', 'agent_id'),
  work('approvals'),
  work('billing'),
  {
    what: 'what agents have spent',
    own: 'select agent_id, month, spent_cents from billing.agent_months where spent_cents > 0',
    kept: 'select agent_id, month, spent_cents from agents.agent_months where spent_cents > 0',
  },
  {
    what: 'the sums of costs',
    own: `select agent_id, month, sum(cost_cents)::bigint, count(*)::bigint
      from billing.cost_events group by 1, 2`,
    kept: 'select agent_id, month, spent_cents, events from billing.agent_months where events > 0',
  },
  {
    what: 'the approvals of hires',
    own: `select (payload->>'approvalId')::uuid, company_id, entity_id
      from agents.events where type = 'agent.hire_requested'`,
    kept: "select id, company_id, agent_id from approvals.approvals where type = 'hire_agent'",
  },
  {
    what: 'the comments that were said',
    own: 'select id, company_id from issues.comments',
    kept: `select (payload->>'commentId')::uuid, company_id
      from issues.events where type = 'issue.commented'`,
  },
  {
    what: 'the costs that were said',
    own: 'select id, company_id from billing.cost_events',
    kept: "select entity_id, company_id from billing.events where type = 'cost.recorded'",
  },
];

/** Rows that are on one side only. Duplicates count. */
export async function copiesOff(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const { what, own, kept } of pairs) {
    const rows = await sql.rows(`
      select 'missing' as how, to_jsonb(x)::text as row
      from (${own} except all ${kept}) x
      union all
      select 'without a cause', to_jsonb(x)::text from (${kept} except all ${own}) x
      limit 20`);
    found.push(...rows.map((row) => `${what}: ${of(row, 'row')} is ${of(row, 'how')}`));
  }
  return found;
}

/** How many events there are, and how many effects they had: each cursor counts what it passed. */
export async function countEffects(sql: Sql): Promise<number> {
  const [row] = await sql.rows(`select sum(n)::int as n from (${SERVICES.map((name) =>
    `select coalesce(sum(last_seq), 0) as n from ${name}.cursors`).join(' union all ')}) all_of`);
  return Number(row?.['n']);
}

const of = (row: Row, name: string): string => String(row[name]);
