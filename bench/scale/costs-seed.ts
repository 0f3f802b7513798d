/** A company with as many costs as asked for, over a year, and what they add up to. */
import type pg from 'pg';
import { seedAgent, type creator } from '../seed.ts';

const AGENTS = 40;
const PROJECTS = 50;
/** Costs that one issue has, within a few days. */
const COSTS_AN_ISSUE = 100;
/** Costs that one statement makes. */
const BATCH = 250_000;

export interface CostsSeed {
  readonly size: number;
  readonly companyId: string;
  readonly agentId: string;
}

export async function seedCosts(
  board: ReturnType<typeof creator>,
  client: pg.Client,
  size: number,
): Promise<CostsSeed> {
  const { id: companyId } = await board('/companies', { name: `Costs ${size}` });
  const agents: string[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    agents.push((await seedAgent(board, companyId, `Spender ${n}`)).id);
  }
  const projects = Array.from({ length: PROJECTS }, () => crypto.randomUUID());
  for (let from = 0; from < size; from += BATCH) {
    const to = Math.min(size, from + BATCH) - 1;
    await client.query(costs, [companyId, agents, projects, from, to, size]);
  }
  await client.query(agentMonths, [companyId]);
  await client.query(companyMonths, [companyId]);
  for (const [dimension, key] of dimensions) {
    await client.query(sumsOfDays(dimension, key), [companyId]);
  }
  await client.query(sumsOfMonths, [companyId]);
  return { size, companyId, agentId: agents[0] ?? '' };
}

/** Even over the year up to now; an issue's costs are neighbours in time. */
const costs = `
  insert into cost_events (
    company_id, event_id, id, agent_id, month, cost_cents, price_status, provider, model,
    occurred_at, input_tokens, output_tokens, cached_input_tokens, issue_id, project_id,
    budget_limit_cents, budget_spent_cents, budget_stop
  )
  select $1::uuid, n::text, gen_random_uuid(), ($2::uuid[])[1 + n % ${AGENTS}],
    to_char(o.at, 'YYYY-MM'), 1 + n % 97, 'measured', 'bench', 'model-' || n % 10, o.at,
    1000, 100, 0, md5($1::text || n / ${COSTS_AN_ISSUE})::uuid,
    ($3::uuid[])[1 + (n / ${COSTS_AN_ISSUE}) % ${PROJECTS}], 0, 0, false
  from generate_series($4::bigint, $5::bigint) n
  cross join lateral (
    select date_trunc('milliseconds', now() - interval '365 days' * (1 - n::float8 / $6)) as at
  ) o`;

const agentMonths = `
  insert into agent_months (
    agent_id, month, company_id, spent_cents, input_tokens, output_tokens, events
  )
  select agent_id, month, company_id, sum(cost_cents), sum(input_tokens), sum(output_tokens),
    count(*)
  from cost_events where company_id = $1 group by 1, 2, 3`;

const companyMonths = `
  insert into company_months (company_id, month, spent_cents)
  select company_id, month, sum(cost_cents) from cost_events where company_id = $1 group by 1, 2`;

const dimensions = [
  ['all', `''`],
  ['agent', 'agent_id::text'],
  ['project', 'project_id::text'],
  ['issue', 'issue_id::text'],
  ['model', 'json_build_array(provider, model)::text'],
] as const;

const sumsOfDays = (dimension: string, key: string): string => `
  insert into cost_sums
  select company_id, '${dimension}', 'day', (occurred_at at time zone 'UTC')::date, ${key},
    sum(cost_cents), 0, sum(input_tokens), sum(cached_input_tokens), sum(output_tokens), count(*)
  from cost_events where company_id = $1 group by 1, 4, 5`;

const sumsOfMonths = `
  insert into cost_sums
  select company_id, dimension, 'month', date_trunc('month', starts_on)::date, key,
    sum(cost_cents), 0, sum(input_tokens), sum(cached_input_tokens), sum(output_tokens),
    sum(events)
  from cost_sums where company_id = $1 group by 1, 2, 4, 5`;

/** Made again when the costs are there: so many are not sorted in one by one. */
export async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'billing' and tablename = 'cost_events'
      and indexname <> 'cost_events_pkey'`);
  for (const { name } of rows) await client.query(`drop index billing.${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
  await client.query('vacuum analyze');
}
