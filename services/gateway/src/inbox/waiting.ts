/** What waits for a board user in the gateway, in many companies at once. */
import {
  INBOX_ROWS_MAX,
  INBOX_WAITING_MAX,
  type FailingWebhook,
  type Scope,
  type WaitingJoinRequest,
} from '@muster/contracts';
import {
  countWaiting,
  inScope,
  many,
  sql,
  type Db,
  type Statement,
  type WaitingCounts,
} from '@muster/service-kit';

const inOpenCompany = (scope: Scope): Statement => sql`
  c.status <> 'archived' and ${inScope(scope, sql`c.company_id`)}`;

/** The newest first, read from an index of just those that wait. */
const joiners = (scope: Scope, columns: Statement, limit: number): Statement => sql`
  select ${columns} from join_requests j join companies c on c.company_id = j.company_id
  where j.status = 'pending' and j.expires_at > now() and ${inOpenCompany(scope)}
  order by j.id desc limit ${limit}`;

const webhooks = (scope: Scope, columns: Statement, limit: number): Statement => sql`
  select ${columns} from webhooks h join companies c on c.company_id = h.company_id
  where h.disabled_reason = 'failing' and ${inOpenCompany(scope)}
  order by h.id desc limit ${limit}`;

const shownJoiner = sql`
  j.id, j.company_id, j.agent_name, j.role, j.title, j.adapter_type, j.created_at, j.expires_at`;
const shownWebhook = sql`h.id, h.company_id, h.url, h.last_error, h.updated_at`;

export const listWaitingJoinRequests = (db: Db, scope: Scope): Promise<WaitingJoinRequest[]> =>
  many(db, joiners(scope, shownJoiner, INBOX_ROWS_MAX));
export const countWaitingJoinRequests = (db: Db, scope: Scope): Promise<WaitingCounts> =>
  countWaiting(db, joiners(scope, sql`j.company_id, j.created_at as at`, INBOX_WAITING_MAX));
export const listFailingWebhooks = (db: Db, scope: Scope): Promise<FailingWebhook[]> =>
  many(db, webhooks(scope, shownWebhook, INBOX_ROWS_MAX));
export const countFailingWebhooks = (db: Db, scope: Scope): Promise<WaitingCounts> =>
  countWaiting(db, webhooks(scope, sql`h.company_id, h.created_at as at`, INBOX_WAITING_MAX));
