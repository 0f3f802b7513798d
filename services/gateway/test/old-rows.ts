/** Rows of a past day, a millisecond apart. */
import type { Admin } from '@muster/test-kit';

const PAST = (days: string) => `now() - ${days} * interval '1 day' + n * interval '1 ms'`;

export const insertWebhooks = (
  { client }: Admin,
  companyId: string,
  ids: readonly string[],
): Promise<unknown> =>
  client.query(
    `insert into webhooks (id, company_id, url, status, positions, created_at, updated_at)
    select id, $1, 'https://example.org', 'active', '{}', now(), now() from unnest($2::uuid[]) id`,
    [companyId, ids],
  );

export interface OldRows {
  readonly companyId: string;
  readonly days: number;
  readonly count: number;
}

export const insertRuns = (
  { client }: Admin,
  { companyId, days, count, ended }: OldRows & { readonly ended: boolean },
): Promise<unknown> =>
  client.query(
    `insert into runs (run_id, company_id, agent_id, epoch, ended, changed_at)
    select gen_random_uuid(), $1, gen_random_uuid(), 1, $4, ${PAST('$2')}
    from generate_series(1, $3) n`,
    [companyId, days, count, ended],
  );

export interface OldDeliveries extends OldRows {
  readonly webhookIds: readonly string[];
  readonly status: 'pending' | 'delivered' | 'dead';
  /** Fewer, if it was replayed. */
  readonly finishedDays?: number;
}

/** As many of each webhook. */
export const insertDeliveries = (
  { client }: Admin,
  { companyId, days, count, webhookIds, status, finishedDays = days }: OldDeliveries,
): Promise<unknown> =>
  client.query(
    `insert into webhook_deliveries (
      id, company_id, webhook_id, event, status, attempts, due_at, created_at, finished_at
    )
    select gen_random_uuid(), $1, id, 'issue.updated', $5::text, 1,
      case $5 when 'pending' then now() + interval '1 day' end, ${PAST('$2')},
      case $5 when 'pending' then null else ${PAST('$6')} end
    from generate_series(1, $3) n, unnest($4::uuid[]) id`,
    [companyId, days, count, webhookIds, status, finishedDays],
  );
