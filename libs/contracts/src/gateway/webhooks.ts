/**
 * Webhooks: events of a company, sent to a URL that its owners choose. The gateway composes
 * creating one, because a webhook starts at the current end of every service's log.
 */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { hookRoutes } from './hooks.ts';
import { Id, ifVersion, page, PathId, Timestamp, Version } from '../vocabulary.ts';

const URL_MAX = 2_000;
const DESCRIPTION_MAX = 500;
const TYPES_MAX = 50;
/** Longest text of a cursor in one log. */
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
  /** null: every event. */
  events: z.array(z.string()).nullable(),
  status: WebhookStatus,
  disabledReason: WebhookDisabledReason.nullable(),
  /** Since when deliveries have been failing; null while they succeed. */
  failingSince: Timestamp.nullable(),
  lastError: z.string().nullable(),
  lastDeliveredAt: Timestamp.nullable(),
  /** Until when deliveries are also signed with the previous secret. */
  previousSecretUntil: Timestamp.nullable(),
  /** The creator. When it is no owner any more, the webhook is disabled until an owner enables it. */
  createdByUserId: Id.nullable(),
  /** False if the creator is no longer an owner, so that owners can review the webhook. */
  creatorIsOwner: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Webhook = z.output<typeof Webhook>;

/** A webhook with the secret that signs its deliveries. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

export const WebhookDelivery = z.object({
  id: Id,
  companyId: Id,
  webhookId: Id,
  event: z.string(),
  /** null for a ping, like `service` and `seq`. */
  eventId: Id.nullable(),
  /** The service whose log has the event, and its sequence number there. */
  service: z.string().nullable(),
  seq: z.int().nullable(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** Last status that the receiver answered with; its body is not stored. */
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
const webhookInPath = { companyId: PathId, webhookId: PathId };
const ownersOnly = { who: ['board'], needs: 'owner' } as const;

export const webhookRoutes = {
  ...hookRoutes,
  createWebhook: operation({
    http: 'POST /api/companies/:companyId/webhooks',
    summary: 'Send the events from now on to a URL. The secret is shown only once.',
    ...ownersOnly,
    status: 201,
    location: '/api/companies/:companyId/webhooks/:webhookId',
    input: z.object({ companyId: PathId, ...newWebhook }),
    output: WebhookWithSecret,
    refusals: ['too_many_webhooks', 'webhook_address_refused', 'answer_shown_once'],
    emits: ['webhook.created'],
    secretAnswer: true,
  }),
} as const;

export const webhookOperations = {
  registerWebhook: operation({
    kind: 'write',
    summary: 'Create a webhook that starts after these cursors of the logs.',
    ...ownersOnly,
    input: z.object({
      companyId: Id,
      ...newWebhook,
      positions: z.array(z.string().max(POSITION_MAX)).max(20),
    }),
    filledIn: ['positions'],
    output: WebhookWithSecret,
    refusals: webhookRoutes.createWebhook.refusals,
    emits: ['webhook.created'],
    secretAnswer: true,
  }),
  listWebhooks: operation({
    http: 'GET /api/companies/:companyId/webhooks',
    summary: 'The webhooks of a company without their secrets, newest first.',
    ...ownersOnly,
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Webhook),
    paged: true,
    refusals: [],
  }),
  getWebhook: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId',
    summary: 'One webhook and the state of its deliveries.',
    ...ownersOnly,
    input: z.object(webhookInPath),
    output: Webhook,
    refusals: ['webhook_not_found'],
  }),
  changeWebhook: operation({
    http: 'PATCH /api/companies/:companyId/webhooks/:webhookId',
    summary: 'Change the URL, events or status of a webhook; it continues where it stopped.',
    ...ownersOnly,
    input: z.object({
      ...webhookInPath,
      ...newWebhook,
      url: WebhookUrl.optional(),
      status: WebhookStatus.optional(),
      ...ifVersion,
    }),
    output: Webhook,
    refusals: ['webhook_not_found', 'webhook_address_refused'],
    emits: ['webhook.changed'],
  }),
  deleteWebhook: operation({
    http: 'DELETE /api/companies/:companyId/webhooks/:webhookId',
    summary: 'Delete a webhook and the records of its deliveries.',
    ...ownersOnly,
    input: z.object(webhookInPath),
    output: Webhook,
    refusals: ['webhook_not_found'],
    emits: ['webhook.deleted'],
  }),
  rotateWebhookSecret: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/rotate-secret',
    summary: 'Create a new secret, shown only once. Both secrets sign deliveries for a day.',
    ...ownersOnly,
    input: z.object(webhookInPath),
    output: WebhookWithSecret,
    refusals: ['webhook_not_found', 'answer_shown_once'],
    emits: ['webhook.secret_rotated'],
    secretAnswer: true,
  }),
  pingWebhook: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/ping',
    summary: 'Send one test delivery, also for a disabled webhook.',
    ...ownersOnly,
    status: 202,
    input: z.object(webhookInPath),
    output: WebhookDelivery,
    refusals: ['webhook_not_found'],
    emits: ['webhook.pinged'],
  }),
  listWebhookDeliveries: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId/deliveries',
    summary: 'Deliveries of a webhook, newest first; stored for a week, dead ones for 90 days.',
    ...ownersOnly,
    input: z.object({ ...webhookInPath, status: DeliveryStatus.optional(), ...page }),
    output: z.array(WebhookDelivery),
    paged: true,
    refusals: ['webhook_not_found'],
  }),
  getWebhookDelivery: operation({
    http: 'GET /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId',
    summary: 'One delivery and its outcome.',
    ...ownersOnly,
    input: z.object({ ...webhookInPath, deliveryId: PathId }),
    output: WebhookDelivery,
    refusals: ['webhook_not_found', 'delivery_not_found'],
  }),
  replayWebhookDelivery: operation({
    http: 'POST /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId/replay',
    summary: 'Send a delivery again under its id, outside the order of the others.',
    ...ownersOnly,
    status: 202,
    input: z.object({ ...webhookInPath, deliveryId: PathId }),
    output: WebhookDelivery,
    refusals: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled', 'event_gone'],
    emits: ['webhook.delivery_replayed'],
  }),
} as const;

/** The host only: the rest of the URL may hold a token. */
const webhookEvent = (summary: string) =>
  event({
    entity: 'webhook',
    version: 1,
    summary,
    payload: z.object({
      webhookId: Id,
      host: z.string(),
      status: WebhookStatus,
      disabledReason: WebhookDisabledReason.nullable(),
    }),
  });

export const webhookEvents = {
  'webhook.created': webhookEvent('A webhook was created.'),
  'webhook.changed': webhookEvent('The URL, events or status of a webhook changed.'),
  'webhook.deleted': webhookEvent('A webhook was deleted.'),
  'webhook.disabled': webhookEvent(
    'A webhook was disabled because its receiver failed for too long.',
  ),
  'webhook.secret_rotated': webhookEvent('The secret of a webhook was rotated.'),
  'webhook.pinged': webhookEvent('A test delivery was requested.'),
  'webhook.delivery_replayed': webhookEvent('A delivery is sent again.'),
} as const;
