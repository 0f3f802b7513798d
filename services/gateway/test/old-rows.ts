/** Rows of a past day, a millisecond apart. */
import { NIL_UUID } from '@muster/service-kit';
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

export interface Past {
  readonly days: number;
  readonly count: number;
}

export interface OldRows extends Past {
  readonly companyId: string;
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

/** What was tried, and succeeded `succeededDays` ago at last: null for never. */
export const insertAttempts = (
  { client }: Admin,
  { days, count, succeededDays = days }: Past & { readonly succeededDays?: number | null },
): Promise<unknown> =>
  client.query(
    `insert into sign_in_attempts (key, attempts, since, succeeded_at)
    select sha256(gen_random_uuid()::text::bytea), 1, ${PAST('$1')}, ${PAST('$3')}
    from generate_series(1, $2) n`,
    [days, count, succeededDays],
  );

/** A run each, by whose id its age is known. */
export const insertRefusals = ({ client }: Admin, { days, count }: Past): Promise<unknown> =>
  client.query(
    `insert into refusals_of_runs (run_id, company_id, operation, code, count, last_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000'
      || substr(md5(random()::text), 1, 12))::uuid,
      gen_random_uuid(), 'getIssue', 'issue_not_found', 1, at
    from (select ${PAST('$1')} as at from generate_series(1, $2) n) past`,
    [days, count],
  );

const insertUser = ({ client }: Admin): Promise<unknown> =>
  client.query(`insert into users (id, name) values ($1, 'Old') on conflict do nothing`, [
    NIL_UUID,
  ]);

export async function insertSessions(admin: Admin, { days, count }: Past): Promise<void> {
  await insertUser(admin);
  await admin.client.query(
    `insert into sessions (id, user_id, token, expires_at)
    select gen_random_uuid(), $3, gen_random_uuid(), ${PAST('$1')} from generate_series(1, $2) n`,
    [days, count, NIL_UUID],
  );
}

export async function insertLinks(admin: Admin, { days, count }: Past): Promise<void> {
  await insertUser(admin);
  await admin.client.query(
    `insert into sign_in_links (id, user_id, page_secret_hash, code_hash, expires_at)
    select id, $3, sha256(id::text::bytea), sha256(id::text::bytea), at
    from (select gen_random_uuid() as id, ${PAST('$1')} as at from generate_series(1, $2) n) past`,
    [days, count, NIL_UUID],
  );
}

export const insertVerifications = ({ client }: Admin, { days, count }: Past): Promise<unknown> =>
  client.query(
    `insert into verifications (id, identifier, value, expires_at)
    select gen_random_uuid(), 'state', 'value', ${PAST('$1')} from generate_series(1, $2) n`,
    [days, count],
  );

export const insertInvites = (
  { client }: Admin,
  { companyId, days, count }: OldRows,
): Promise<unknown> =>
  client.query(
    `insert into invites (
      id, company_id, company_name, token_hash, created_by_user_id, created_at, expires_at
    )
    select id, $1, 'Acme', sha256(id::text::bytea), id, at, at
    from (select gen_random_uuid() as id, ${PAST('$2')} as at from generate_series(1, $3) n) past`,
    [companyId, days, count],
  );

export const insertJoinRequests = (
  { client }: Admin,
  { companyId, days, count }: OldRows,
): Promise<unknown> =>
  client.query(
    `insert into join_requests (
      id, company_id, invite_id, status, agent_name, role, adapter_type, adapter_config,
      claim_hash, expires_at, created_at
    )
    select id, $1, id, 'pending', 'Eve', 'general', 'remote', '{}', sha256(id::text::bytea), at, at
    from (select gen_random_uuid() as id, ${PAST('$2')} as at from generate_series(1, $3) n) past`,
    [companyId, days, count],
  );
