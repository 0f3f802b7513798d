import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { requireKnownEvents } from '../../feed/event-names.ts';
import { WEBHOOK_DISABLED, type WebhookRow } from '../domain/webhook.ts';
import { webhookEvent } from '../events.ts';
import { requireOpenCompany } from '../../copies/store/companies.ts';
import { endReplays } from '../store/due-deliveries.ts';
import { lockWebhook, saveWebhook } from '../store/webhooks.ts';
import { requireDeliverableAddress } from '../webhook-address.ts';
import { showWebhook } from '../views.ts';

export const changeWebhook: Handler<typeof gateway, 'changeWebhook', GatewayParts> = async (
  { companyId, webhookId, ifVersion, url, events, description, status },
  { db, config, now, emit, afterCommit, parts },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  if (ifVersion !== undefined && ifVersion !== webhook.version) {
    throw new Refusal('version_mismatch', { version: webhook.version });
  }
  // Disabling is allowed in an archived company as well: deliveries must always be stoppable.
  if (status !== 'disabled') await requireOpenCompany(db, companyId);
  if (url !== undefined) requireDeliverableAddress(config, url);
  requireKnownEvents('events', events ?? []);
  const changed: WebhookRow = {
    ...webhook,
    url: url ?? webhook.url,
    events: events === undefined ? webhook.events : events,
    description: description === undefined ? webhook.description : description,
    ...statusFields(webhook, status),
  };
  const saved = await saveWebhook(db, changed, now);
  if (saved.status === 'disabled') {
    await endReplays(db, { companyId, webhookId }, WEBHOOK_DISABLED);
  }
  emit('webhook.changed', webhookEvent(saved));
  afterCommit(() => parts.signals.emit('webhooksChanged'));
  return showWebhook(saved);
};

const statusFields = (webhook: WebhookRow, status = webhook.status) => ({
  status,
  disabledReason: status === 'active' ? null : (webhook.disabledReason ?? ('manual' as const)),
});
