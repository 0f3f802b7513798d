import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import type { GatewayParts } from '../../parts.ts';
import { decodePositions, encodePositions } from '../../feed/domain/feed-position.ts';
import { requireKnownEvents } from '../../feed/event-names.ts';
import { webhookEvent } from '../events.ts';
import { lockCompany, requireOpenCompany } from '../../copies/store/companies.ts';
import { countWebhooks, insertWebhook } from '../store/webhooks.ts';
import { webhookSecret } from '../delivery/secret.ts';
import { requireDeliverableAddress } from '../webhook-address.ts';
import { showWebhook } from '../views.ts';

/** Each webhook receives every event, so the load grows with their number. */
const WEBHOOKS_MAX = 20;

/** The heads of the logs were read by the composed call `createWebhook`. */
export const registerWebhook: Handler<typeof gateway, 'registerWebhook', GatewayParts> = async (
  { companyId, url, events = null, description = null, positions },
  { actor, db, config, now, emit, afterCommit, parts },
) => {
  await requireOpenCompany(db, companyId);
  requireDeliverableAddress(config, url);
  requireKnownEvents('events', events ?? []);
  const from = decodePositions(positions);
  if (!from) throw new Refusal('invalid_cursor');
  await lockCompany(db, companyId);
  if ((await countWebhooks(db, companyId)) >= WEBHOOKS_MAX) {
    throw new Refusal('too_many_webhooks', { most: WEBHOOKS_MAX });
  }
  const id = newId();
  const webhook = await insertWebhook(db, {
    id,
    companyId,
    url,
    events,
    description,
    positions: encodePositions(from),
    createdByUserId: actor.id,
    createdAt: now,
  });
  emit('webhook.created', webhookEvent(webhook));
  afterCommit(() => parts.signals.emit('webhooksChanged'));
  return {
    ...showWebhook(webhook),
    secret: webhookSecret(gatewayConfigOf({ config }).MUSTER_WEBHOOK_SECRET, id, 1),
  };
};
