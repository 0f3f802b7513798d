/**
 * Webhooks: what happens in a company, sent to an address of its owners' choice. Making one is
 * composed, because it begins at the present end of every service's log.
 */
import { z } from 'zod';
import { event, operation } from './define.ts';
import { Id, ifVersion, page, PathId, Timestamp, Version } from './vocabulary.ts';

const URL_MAX = 2_000;
const DESCRIPTION_MAX = 500;
const TYPES_MAX = 50;
/** Longest text of a position in the logs. */
const POSITION_MAX = 40;

export const WebhookStatus = z.enum(['active', 'disabled']);
export const WebhookDisabledReason = z.enum(['manual', 'failing']);
export const DeliveryStatus = z.enum(['pending', 'delivered', 'dead']);
export type WebhookStatus = z.output<typeof WebhookStatus>;
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

const WebhookUrl = z.url({ protocol: /^https?$/ }).max(URL_MAX);
const EventTypes = z.array(z.string().min(1).max(80)).min(1).max(TYPES_MAX);

export const Webhook = z.object({
  id: Id,
  companyId: Id,
  url: z.string(),
  description: z.string().nullable(),
  /** null: everything that happens. */
  events: z.array(z.string()).nullable(),
  status: WebhookStatus,
  disabledReason: WebhookDisabledReason.nullable(),
  /** Since when nothing could be delivered; null while it goes well. */
  failingSince: Timestamp.nullable(),
  lastError: z.string().nullable(),
  lastDeliveredAt: Timestamp.nullable(),
  /** Until when the secret before the present one signs as well. */
  previousSecretUntil: Timestamp.nullable(),
  /** Who made it. It is the company's: it goes on when they leave. */
  createdByUserId: Id.nullable(),
  /** False where who made it could not make it any more; the owners see what to look at. */
  creatorIsOwner: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Webhook = z.output<typeof Webhook>;

/** With what its deliveries are signed. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

export const WebhookDelivery = z.object({
  id: Id,
  companyId: Id,
  webhookId: Id,
  event: z.string(),
  /** null where it is a ping, like the next two. */
  eventId: Id.nullable(),
  /** In whose log the event stands, and under which number. */
  service: z.string().nullable(),
  seq: z.int().nullable(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** What the receiver answered last; its words are not kept. */
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const newWebhook = {
  url: WebhookUrl,
  events: EventTypes.nullable().optional(),
  description: z.string().max(DESCRIPTION_MAX).nullable().optional(),
};
const one = { companyId: PathId, webhookId: PathId };
const ofOwners = { who: ['board'], needs: 'owner' } as const;

export const webhookRoutes = {
  createWebhook: operation({
    http: 'POST /api/companies/:companyId/webhooks',
    summary: 'Have what happens from now on sent to an address. The secret is shown this once.',
    ...ofOwners,
    status: 201,
    input: z.object({ companyId: PathId, ...newWebhook }),
    output: WebhookWithSecret,
    refusals: ['too_many_webhooks', 'webhook_address_refused', 'answer_shown_once'],
    says: ['webhook.created'],
    secretAnswer: true,
  }),
} as const;

export const webhookOperations = {
  registerWebhook: operation({
    kind: 'write',
    summary: 'Make a webhook that begins behind these positions of the logs.',
    ...ofOwners,
    input: z.object({
      companyId: Id, ...newWebhook, positions: z.array(z.string().max(POSITION_MAX)).max(20),
    }),
    filledIn: ['positions'],
    output: WebhookWithSecret,
    refusals: webhookRoutes.createWebhook.refusals,
    says: ['webhook.created'],
    secretAnswer: true,
  }),
  listWebhooks: operation({
    http: 'GET /api/companies/:companyId/webhooks',
    summary: 'The webhooks of a company without their secrets, newest first.',
    ...ofOwners,
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Webhook),
    paged: true,
    refusals: [],
  }),
  getWebhook: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId',
    summary: 'One webhook, and how it goes.',
    ...ofOwners,
    input: z.object(one),
    output: Webhook,
    refusals: ['webhook_not_found'],
  }),
  changeWebhook: operation({
    http: 'PATCH /api/companies/:companyId/webhooks/:webhookId',
    summary: 'Change where or what it sends, or whether it does. It goes on where it stopped.',
    ...ofOwners,
    input: z.object({
      ...one, ...newWebhook, url: WebhookUrl.optional(), status: WebhookStatus.optional(),
      ...ifVersion,
    }),
    output: Webhook,
    refusals: ['webhook_not_found', 'webhook_address_refused'],
    says: ['webhook.changed'],
  }),
  deleteWebhook: operation({
    http: 'DELETE /api/companies/:companyId/webhooks/:webhookId',
    summary: 'End a webhook, with all that is known of its deliveries.',
    ...ofOwners,
    input: z.object(one),
    output: Webhook,
    refusals: ['webhook_not_found'],
    says: ['webhook.deleted'],
  }),
  rotateWebhookSecret: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/rotate-secret',
    summary: 'A new secret, shown this once. For a day deliveries are signed with both.',
    ...ofOwners,
    input: z.object(one),
    output: WebhookWithSecret,
    refusals: ['webhook_not_found', 'answer_shown_once'],
    says: ['webhook.secret_rotated'],
    secretAnswer: true,
  }),
  pingWebhook: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/ping',
    summary: 'Send a test delivery, once; a disabled webhook too, to see whether it may go on.',
    ...ofOwners,
    status: 202,
    input: z.object(one),
    output: WebhookDelivery,
    refusals: ['webhook_not_found'],
    says: ['webhook.pinged'],
  }),
  listWebhookDeliveries: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId/deliveries',
    summary: 'What was delivered, given up or waits, newest first; kept a week, if dead 90 days.',
    ...ofOwners,
    input: z.object({ ...one, status: DeliveryStatus.optional(), ...page }),
    output: z.array(WebhookDelivery),
    paged: true,
    refusals: ['webhook_not_found'],
  }),
  getWebhookDelivery: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId',
    summary: 'What became of one delivery.',
    ...ofOwners,
    input: z.object({ ...one, deliveryId: PathId }),
    output: WebhookDelivery,
    refusals: ['webhook_not_found', 'delivery_not_found'],
  }),
  replayWebhookDelivery: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId/replay',
    summary: 'Send a delivery once more, under its id, apart from the order of the others.',
    ...ofOwners,
    status: 202,
    input: z.object({ ...one, deliveryId: PathId }),
    output: WebhookDelivery,
    refusals: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'event_gone'],
    says: ['webhook.delivery_replayed'],
  }),
} as const;

/** Never the address: it may hold a token. */
const webhookEvent = (summary: string) =>
  event({
    entity: 'webhook',
    version: 1,
    summary,
    payload: z.object({
      webhookId: Id, host: z.string(), status: WebhookStatus,
      disabledReason: WebhookDisabledReason.nullable(),
    }),
  });

export const webhookEvents = {
  'webhook.created': webhookEvent('What happens is sent to a further address.'),
  'webhook.changed': webhookEvent('Where or what a webhook sends was changed, or whether it does.'),
  'webhook.deleted': webhookEvent('A webhook was ended.'),
  'webhook.disabled': webhookEvent('A webhook was stopped: its receiver failed for too long.'),
  'webhook.secret_rotated': webhookEvent('A webhook has a new secret.'),
  'webhook.pinged': webhookEvent('A test delivery was asked for.'),
  'webhook.delivery_replayed': webhookEvent('A delivery is sent once more.'),
} as const;
