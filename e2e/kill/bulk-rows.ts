/** Rows of bulk effects, written past the services: making them by requests takes minutes. */
import { until } from '@muster/test-kit';
import { openSql, type Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';

interface NewIssues {
  readonly companyId: string;
  readonly agentId: string | null;
  readonly labelId?: string;
  readonly blockerId?: string;
  readonly projectId?: string;
}

/** In the schema of issues, where the trigger of its labels finds its tables. */
export async function fillIssues(
  { stack }: World,
  count: number,
  { companyId, agentId, labelId, blockerId, projectId }: NewIssues,
): Promise<void> {
  const url = new URL(stack.databaseUrl);
  url.searchParams.set('options', '-c search_path=issues');
  const sql = openSql(url.href);
  try {
    await sql.rows(
      `insert into issues (
        id, company_id, issue_number, identifier, title, status, priority, assignee_agent_id,
        label_ids, blocked_by_issue_ids, project_id, started_at, created_at, updated_at
      )
      select gen_random_uuid(), $1, 1000 + n, 'T-' || (1000 + n), 'Work',
        case when $5::uuid is not null then 'blocked' when n % 2 = 0 then 'todo'
          else 'in_progress' end::issue_status, 'medium', $2,
        case when $3::uuid is null then '{}' else array[$3::uuid] end,
        case when $5::uuid is null then '{}' else array[$5::uuid] end, $6::uuid, now(), now(), now()
      from generate_series(1, $4::integer) n`,
      [companyId, agentId, labelId ?? null, count, blockerId ?? null, projectId ?? null],
    );
  } finally {
    await sql.end();
  }
}

/** Agents that only the scheduler knows. */
export const fillRoster = (sql: Sql, count: number, companyId: string, hold: string | null) =>
  sql.rows(
    `insert into scheduler.roster (
      agent_id, company_id, name, url_key, status, adapter_type, heartbeat_enabled, interval_sec,
      wake_on_demand, hold_until, hold_reason, version
    )
    select gen_random_uuid(), $1, 'Agent ' || n, 'agent-' || n, 'idle', 'process', false, 300,
      false, case when $3::text is not null then 'infinity'::timestamptz end, $3, 1
    from generate_series(1, $2::integer) n`,
    [companyId, count, hold],
  );

export const fillRuns = async (sql: Sql, count: number, companyId: string): Promise<void> => {
  await fillRoster(sql, count, companyId, null);
  await sql.rows(
    `insert into scheduler.runs (
      id, company_id, agent_id, source, status, held, context, hint_at, started_at, lease_expires_at
    )
    select gen_random_uuid(), company_id, agent_id, 'on_demand', 'running', true, '{}', now(),
      now(), now() + interval '1 day'
    from scheduler.roster where company_id = $1 and url_key like 'agent-%'`,
    [companyId],
  );
};

/** Wake-ups of an agent that gets no run. */
export async function fillWakes(sql: Sql, count: number, companyId: string, agentId: string) {
  await until('the agent in the scheduler', async () => {
    const held = `update scheduler.roster set hold_until = 'infinity', hold_reason = 'retry'
      where agent_id = $1 returning agent_id`;
    return (await sql.rows(held, [agentId])).length > 0 ? true : undefined;
  });
  await sql.rows(
    `insert into scheduler.wakeups (
      id, company_id, agent_id, cause, source, reason, hops, root_id
    )
    select gen_random_uuid(), $1, $2, 'cause-' || n, 'automation', 'test', 3, gen_random_uuid()
    from generate_series(1, $3::integer) n`,
    [companyId, agentId, count],
  );
}
