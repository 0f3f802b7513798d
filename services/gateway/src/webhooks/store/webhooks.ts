/** Webhooks as their owners change them; progress of deliveries is in `leased-webhooks.ts`. */
import { Refusal, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { WebhookWithCreator, WebhookRow } from '../domain/webhook.ts';

export const webhookColumns = sql`
  id, company_id, url, description, events, status, disabled_reason, secret_version,
  previous_secret_until, positions, attempts, trying_since, retry_at, failing_since, last_error,
  last_delivered_at, created_by_user_id, created_at, updated_at, version`;

const columnsWithCreator = sql`
  ${webhookColumns}, coalesce((
    select u.disabled_at is null and (u.instance_admin or exists (
      select from memberships m
      where m.company_id = webhooks.company_id and m.user_id = u.id and m.role = 'owner'
    ))
    from users u where u.id = webhooks.created_by_user_id
  ), false) as creator_is_owner`;

export interface WebhookKey {
  readonly companyId: string;
  readonly webhookId: string;
}

export type NewWebhook = Pick<
  WebhookRow,
  | 'id'
  | 'companyId'
  | 'url'
  | 'description'
  | 'events'
  | 'positions'
  | 'createdByUserId'
  | 'createdAt'
>;

export const insertWebhook = (db: Db, webhook: NewWebhook): Promise<WebhookWithCreator> =>
  one<WebhookWithCreator>(
    db,
    sql`
    insert into webhooks (
      id, company_id, url, description, events, status, positions, created_by_user_id,
      created_at, updated_at
    ) values (
      ${webhook.id}, ${webhook.companyId}, ${webhook.url}, ${webhook.description},
      ${webhook.events}::text[], 'active', ${JSON.stringify(webhook.positions)}::jsonb,
      ${webhook.createdByUserId}, ${webhook.createdAt}, ${webhook.createdAt}
    )
    returning ${columnsWithCreator}`,
  );

export const countWebhooks = async (db: Db, companyId: string): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from webhooks where company_id = ${companyId}`,
  );
  return count;
};

export const listWebhookRows = (
  db: Db,
  { companyId, before, limit }: { companyId: string; before: string | undefined; limit: number },
): Promise<WebhookWithCreator[]> =>
  many<WebhookWithCreator>(
    db,
    sql`
    select ${columnsWithCreator} from webhooks
    where company_id = ${companyId}
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit}`,
  );

export const findCompanyOfWebhook = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from webhooks where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export async function getWebhookRow(
  db: Db,
  { companyId, webhookId }: WebhookKey,
): Promise<WebhookWithCreator> {
  const found = await maybeOne<WebhookWithCreator>(
    db,
    sql`
    select ${columnsWithCreator} from webhooks
    where company_id = ${companyId} and id = ${webhookId}`,
  );
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

export async function lockWebhook(
  db: Db,
  { companyId, webhookId }: WebhookKey,
): Promise<WebhookWithCreator> {
  const found = await maybeOne<WebhookWithCreator>(
    db,
    sql`
    select ${columnsWithCreator} from webhooks
    where company_id = ${companyId} and id = ${webhookId} for update`,
  );
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

/** A changed webhook is tried at once, with fresh retries. */
export const saveWebhook = (
  db: Db,
  webhook: WebhookRow,
  now: string,
): Promise<WebhookWithCreator> =>
  one<WebhookWithCreator>(
    db,
    sql`
    update webhooks set url = ${webhook.url}, description = ${webhook.description},
      events = ${webhook.events}::text[], status = ${webhook.status},
      disabled_reason = ${webhook.disabledReason}, attempts = 0, trying_since = null,
      retry_at = null, failing_since = null, last_error = null, updated_at = ${now},
      version = version + 1
    where company_id = ${webhook.companyId} and id = ${webhook.id}
    returning ${columnsWithCreator}`,
  );

export const rotateSecret = (
  db: Db,
  { companyId, webhookId }: WebhookKey,
  { now, previousUntil }: { readonly now: string; readonly previousUntil: string },
): Promise<WebhookWithCreator> =>
  one<WebhookWithCreator>(
    db,
    sql`
    update webhooks set secret_version = secret_version + 1,
      previous_secret_until = ${previousUntil}, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and id = ${webhookId}
    returning ${columnsWithCreator}`,
  );

export const deleteWebhookRow = (db: Db, { companyId, webhookId }: WebhookKey): Promise<void> =>
  none(db, sql`delete from webhooks where company_id = ${companyId} and id = ${webhookId}`);
