/** Webhooks: what their owners change. What their deliveries change is in `webhook-work.ts`. */
import { Refusal, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { WebhookRow } from '../domain/webhook.ts';

export const webhookColumns = sql`
  id, company_id, url, description, events, status, disabled_reason, secret_version,
  previous_secret_until, positions, attempts, trying_since, retry_at, failing_since, last_error,
  last_delivered_at, created_at, updated_at, version`;

export interface WebhookKey {
  readonly companyId: string;
  readonly webhookId: string;
}

export type NewWebhook = Pick<
  WebhookRow, 'id' | 'companyId' | 'url' | 'description' | 'events' | 'positions' | 'createdAt'
>;

export const insertWebhook = (db: Db, webhook: NewWebhook): Promise<WebhookRow> =>
  one<WebhookRow>(db, sql`
    insert into webhooks (
      id, company_id, url, description, events, status, positions, created_at, updated_at
    ) values (
      ${webhook.id}, ${webhook.companyId}, ${webhook.url}, ${webhook.description},
      ${webhook.events}::text[], 'active', ${JSON.stringify(webhook.positions)}::jsonb,
      ${webhook.createdAt}, ${webhook.createdAt}
    )
    returning ${webhookColumns}`);

export const countWebhooks = async (db: Db, companyId: string): Promise<number> => {
  const { count } = await one<{ count: number }>(db, sql`
    select count(*)::integer as count from webhooks where company_id = ${companyId}`);
  return count;
};

export const listWebhooks = (
  db: Db,
  { companyId, before, limit }: { companyId: string; before: string | undefined; limit: number },
): Promise<WebhookRow[]> =>
  many<WebhookRow>(db, sql`
    select ${webhookColumns} from webhooks
    where company_id = ${companyId}
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit}`);

export const findCompanyOfWebhook = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select company_id from webhooks where id = ${id} and ${inScope(scope)}`);
  return found?.companyId;
};

export async function getWebhook(
  db: Db,
  { companyId, webhookId }: WebhookKey,
): Promise<WebhookRow> {
  const found = await maybeOne<WebhookRow>(db, sql`
    select ${webhookColumns} from webhooks where company_id = ${companyId} and id = ${webhookId}`);
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

export async function lockWebhook(
  db: Db,
  { companyId, webhookId }: WebhookKey,
): Promise<WebhookRow> {
  const found = await maybeOne<WebhookRow>(db, sql`
    select ${webhookColumns} from webhooks
    where company_id = ${companyId} and id = ${webhookId} for update`);
  if (!found) throw new Refusal('webhook_not_found');
  return found;
}

/** What was changed is tried at once, and has as long for it as a new one. */
export const saveWebhook = (db: Db, webhook: WebhookRow, now: string): Promise<WebhookRow> =>
  one<WebhookRow>(db, sql`
    update webhooks set url = ${webhook.url}, description = ${webhook.description},
      events = ${webhook.events}::text[], status = ${webhook.status},
      disabled_reason = ${webhook.disabledReason}, attempts = 0, trying_since = null,
      retry_at = null, failing_since = null, last_error = null, updated_at = ${now},
      version = version + 1
    where company_id = ${webhook.companyId} and id = ${webhook.id}
    returning ${webhookColumns}`);

export const rotateSecret = (
  db: Db,
  { companyId, webhookId }: WebhookKey,
  { now, previousUntil }: { readonly now: string; readonly previousUntil: string },
): Promise<WebhookRow> =>
  one<WebhookRow>(db, sql`
    update webhooks set secret_version = secret_version + 1,
      previous_secret_until = ${previousUntil}, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and id = ${webhookId}
    returning ${webhookColumns}`);

export const deleteWebhook = (db: Db, { companyId, webhookId }: WebhookKey): Promise<void> =>
  none(db, sql`delete from webhooks where company_id = ${companyId} and id = ${webhookId}`);
