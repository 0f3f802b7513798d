import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { refuseUnknownEvents } from '../domain/event-names.ts';
import {
  showWebhook, tellOf, WEBHOOK_DISABLED, type WebhookRow,
} from '../domain/webhook.ts';
import { assertOpenCompany } from '../store/companies.ts';
import { endReplays } from '../store/due-deliveries.ts';
import { lockWebhook, saveWebhook } from '../store/webhooks.ts';
import { nudgeWebhooks } from '../webhooks/nudge.ts';
import { checkAddress } from './webhook-address.ts';

export const changeWebhook: Handler<typeof gateway, 'changeWebhook'> = async (
  { companyId, webhookId, ifVersion, url, events, description, status },
  { db, config, now, say, afterCommit },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  if (ifVersion !== undefined && ifVersion !== webhook.version) {
    throw new Refusal('version_mismatch', { version: webhook.version });
  }
  // What goes out must always be stoppable.
  if (status !== 'disabled') await assertOpenCompany(db, companyId);
  if (url !== undefined) checkAddress(config, url);
  refuseUnknownEvents('events', events ?? []);
  const changed: WebhookRow = {
    ...webhook,
    url: url ?? webhook.url,
    events: events === undefined ? webhook.events : events,
    description: description === undefined ? webhook.description : description,
    ...standing(webhook, status),
  };
  const saved = await saveWebhook(db, changed, now);
  if (saved.status === 'disabled') {
    await endReplays(db, { companyId, webhookId }, WEBHOOK_DISABLED);
  }
  say('webhook.changed', { companyId, entityId: webhookId, payload: tellOf(saved) });
  afterCommit(nudgeWebhooks);
  return showWebhook(saved);
};

const standing = (webhook: WebhookRow, status = webhook.status) => ({
  status,
  disabledReason: status === 'active' ? null : webhook.disabledReason ?? 'manual' as const,
});
