import { Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { positionsIn, textsOf } from '../domain/feed-position.ts';
import { refuseUnknownEvents } from '../domain/event-names.ts';
import { showWebhook, tellOf } from '../domain/webhook.ts';
import { assertOpenCompany } from '../store/companies.ts';
import { lockCompany } from '../store/members.ts';
import { countWebhooks, insertWebhook } from '../store/webhooks.ts';
import { nudgeWebhooks } from '../webhooks/nudge.ts';
import { webhookSecret } from '../webhooks/secret.ts';
import { checkAddress } from './webhook-address.ts';

/** Each is sent everything that happens: more receivers than this share one. */
const WEBHOOKS_MAX = 20;

/** Where the logs end was read before it came here. */
export const registerWebhook: Handler<typeof gateway, 'registerWebhook'> = async (
  { companyId, url, events = null, description = null, positions },
  { actor, db, config, now, say, afterCommit },
) => {
  await assertOpenCompany(db, companyId);
  checkAddress(config, url);
  refuseUnknownEvents('events', events ?? []);
  const from = positionsIn(positions);
  if (!from) throw new Refusal('invalid_cursor');
  await lockCompany(db, companyId);
  if ((await countWebhooks(db, companyId)) >= WEBHOOKS_MAX) {
    throw new Refusal('too_many_webhooks', { most: WEBHOOKS_MAX });
  }
  const id = newId();
  const webhook = await insertWebhook(db, {
    id, companyId, url, events, description, positions: textsOf(from),
    createdByUserId: actor.id, createdAt: now,
  });
  say('webhook.created', { companyId, entityId: id, payload: tellOf(webhook) });
  afterCommit(nudgeWebhooks);
  return { ...showWebhook(webhook), secret: webhookSecret(config.MUSTER_SECRET, id, 1) };
};
