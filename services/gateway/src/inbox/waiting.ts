/** What waits for a board user in the gateway, in many companies at once. */
import {
  INBOX_COMPANIES_MAX,
  INBOX_COUNT_MAX,
  INBOX_ROWS_MAX,
  type FailingWebhook,
  type Scope,
  type WaitingCount,
  type WaitingJoinRequest,
} from '@muster/contracts';
import { inScope, many, sql, type Db, type Statement } from '@muster/service-kit';

const openCompanies = (scope: Scope): Statement => sql`(
  select c.company_id from companies c
  where c.status <> 'archived' and ${inScope(scope, sql`c.company_id`)}
  order by c.company_id limit ${INBOX_COMPANIES_MAX}
) c`;

/** Of each company at most as many as are counted, read from an index of just those. */
const joiners = (scope: Scope): Statement => sql`
  ${openCompanies(scope)}
  cross join lateral (
    select j.id, j.company_id, j.agent_name, j.role, j.title, j.adapter_type, j.created_at,
      j.expires_at
    from join_requests j
    where j.company_id = c.company_id and j.status = 'pending' and j.expires_at > now()
    order by j.id desc limit ${INBOX_COUNT_MAX}
  ) w`;

const webhooks = (scope: Scope): Statement => sql`
  ${openCompanies(scope)}
  cross join lateral (
    select h.id, h.company_id, h.url, h.last_error, h.updated_at from webhooks h
    where h.company_id = c.company_id and h.disabled_reason = 'failing'
    order by h.id desc limit ${INBOX_COUNT_MAX}
  ) w`;

const rows = <Row extends object>(db: Db, waiting: Statement): Promise<Row[]> =>
  many<Row>(db, sql`select w.* from ${waiting} order by w.id desc limit ${INBOX_ROWS_MAX}`);

const counts = (db: Db, waiting: Statement): Promise<WaitingCount[]> =>
  many(
    db,
    sql`
    select w.company_id, count(*)::integer as count from ${waiting}
    group by w.company_id order by w.company_id limit ${INBOX_COMPANIES_MAX}`,
  );

export const listWaitingJoinRequests = (db: Db, scope: Scope) =>
  rows<WaitingJoinRequest>(db, joiners(scope));
export const countWaitingJoinRequests = (db: Db, scope: Scope) => counts(db, joiners(scope));
export const listFailingWebhooks = (db: Db, scope: Scope) =>
  rows<FailingWebhook>(db, webhooks(scope));
export const countFailingWebhooks = (db: Db, scope: Scope) => counts(db, webhooks(scope));
