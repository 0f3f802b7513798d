/**
 * Delivers the events of one webhook in order, from its stored positions, for as long as this
 * process holds the lease. It stops at once when the webhook is changed, disabled or taken over.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@muster/contracts';
import type { CompanyLog } from '../../feed/company-log.ts';
import {
  decodePositions,
  encodePositions,
  type Positions,
} from '../../feed/domain/feed-position.ts';
import { formFor, type EntryForm } from '../../feed/domain/feed-filter.ts';
import { follow, type FeedStep } from '../../feed/follow.ts';
import { decideRetry } from '../domain/webhook-retry.ts';
import type { WebhookRow } from '../domain/webhook.ts';
import {
  isHeld,
  saveFailure,
  saveFinished,
  savePositions,
  saveRetry,
  type WebhookLease,
} from '../store/leased-webhooks.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { disableFailingWebhook } from './disable-failing-webhook.ts';
import { sendDelivery, type AttemptResult } from './send-delivery.ts';

/** Events that the webhook does not subscribe to, skipped in memory before positions are saved. */
const SKIPPED_PER_SAVE = 500;

interface WebhookDelivery {
  readonly context: DeliveryContext;
  readonly webhook: WebhookRow;
  readonly lease: WebhookLease;
  readonly signal: AbortSignal;
}

/** Resolves when the lease is lost, and throws on a fault; a worker then starts again. */
export async function deliverWebhook(
  context: DeliveryContext,
  webhook: WebhookRow,
  signal: AbortSignal,
): Promise<void> {
  const lease = { id: webhook.id, holder: context.holder, version: webhook.version };
  const delivery: WebhookDelivery = { context, webhook, lease, signal };
  const { log, release } = await context.feed.open(webhook.companyId);
  try {
    await waitUntil(webhook.retryAt, signal);
    // Of the event at the stored positions, which another worker may have tried; later ones are new.
    let { attempts } = webhook;
    let skipped = 0;
    for await (const step of follow(log, await startOf(delivery, log), signal)) {
      if (!step) continue;
      const form = formFor({ types: webhook.events ?? undefined }, step.entry);
      if (!form) {
        skipped += 1;
        if (skipped % SKIPPED_PER_SAVE === 0) {
          await savePositions(context.runtime.db, lease, encodePositions(step.positions));
        }
      } else {
        if (!(await deliver(delivery, { ...step, form }, attempts))) return;
        attempts = 0;
      }
    }
  } finally {
    release();
  }
}

/** The stored positions; the present heads if a log was replaced or truncated. */
async function startOf(
  { context, webhook, lease }: WebhookDelivery,
  log: CompanyLog,
): Promise<Positions> {
  const { db, log: logger } = context.runtime;
  const positions = decodePositions(webhook.positions);
  try {
    if (!positions) throw new Refusal('cursor_too_old');
    await log.verify(positions);
    return positions;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cursor_too_old') throw error;
    logger.warn({ webhookId: webhook.id }, 'webhook positions not in the logs, moved to the heads');
    await savePositions(db, lease, encodePositions(log.positions()));
    return log.positions();
  }
}

/** Tries until the event is delivered or given up; false if this worker has to stop. */
async function deliver(
  delivery: WebhookDelivery,
  { entry, form, positions }: FeedStep & { readonly form: EntryForm },
  attemptsBefore: number,
): Promise<boolean> {
  const { context, webhook, lease, signal } = delivery;
  const { db } = context.runtime;
  const deliveryId = deliveryIdOf(webhook.id, entry.id);
  let attempts = attemptsBefore;
  for (;;) {
    if (signal.aborted || !(await isHeld(db, lease))) return false;
    const { action: event, text: body } = form;
    const sent = await sendDelivery(context, { webhook, deliveryId, event, body, signal });
    if (signal.aborted && !sent.delivered) return false;
    const finished = {
      deliveryId,
      event,
      eventId: entry.id,
      service: entry.service,
      seq: entry.seq,
      responseStatus: sent.responseStatus,
      error: sent.error,
      positions: encodePositions(positions),
    };
    if (sent.delivered) {
      context.metrics.webhookDeliveries.inc({ outcome: 'delivered' });
      return saveFinished(db, lease, 'delivered', { ...finished, attempts: attempts + 1 });
    }
    const decision = await countFailure(delivery, sent);
    if (!decision) return false;
    ({ attempts } = decision);
    if (decision.next === 'dead') {
      context.metrics.webhookDeliveries.inc({ outcome: 'dead' });
      if (!(await saveFinished(db, lease, 'dead', { ...finished, attempts }))) return false;
    }
    if (decision.disable) await disableFailingWebhook(context, lease);
    if (decision.disable || decision.next === 'dead') return !decision.disable;
    await pause(decision.waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Saves the failure and decides what follows; undefined if the lease is lost. */
async function countFailure({ context, lease }: WebhookDelivery, { error }: AttemptResult) {
  const { db } = context.runtime;
  context.metrics.webhookDeliveries.inc({ outcome: 'failed' });
  const failure = await saveFailure(db, lease, error ?? 'unknown');
  if (!failure) return undefined;
  const decision = decideRetry(context.terms, failure);
  if (decision.next === 'retry') await saveRetry(db, lease, decision.waitMs);
  return { ...decision, attempts: failure.attempts };
}

async function waitUntil(time: string | null, signal: AbortSignal): Promise<void> {
  const waitMs = time === null ? 0 : Date.parse(time) - Date.now();
  if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
}
