/** Sends pings and replays, outside the order of the other deliveries, from any process. */
import { Refusal } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { formFor } from '../../feed/domain/feed-filter.ts';
import { readEntry } from '../../feed/read-log.ts';
import { decideRetry } from '../domain/webhook-retry.ts';
import type { DeliveryRow } from '../domain/webhook.ts';
import { claimDueDeliveries, saveDueOutcome, type DueDelivery } from '../store/due-deliveries.ts';
import { getWebhookRow } from '../store/webhooks.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { sendDelivery, type AttemptResult } from './send-delivery.ts';

/** Above the duration of an attempt; after a crash another process claims the delivery again. */
const CLAIM_SECONDS = 30;
/** Deliveries claimed at a time. */
const CLAIMED_MAX = 10;
const IN_PROGRESS_MAX = 50;

export interface DueDeliveries {
  /** Starts sending what is due, without waiting for the receivers. */
  sendAll(): Promise<void>;
  /** Resolves when no delivery is in progress. */
  finished(): Promise<void>;
}

/**
 * While deliveries of a company are in progress no others of it are claimed: a slow receiver delays
 * its own company only.
 */
export function openDueDeliveries(
  context: DeliveryContext,
  rpc: Rpc,
  { signal, slotFreed }: { readonly signal: AbortSignal; readonly slotFreed: () => void },
): DueDeliveries {
  const inProgress = new Map<Promise<void>, string>();
  const begin = (delivery: DueDelivery): void => {
    const sending = sendOne(context, rpc, delivery, signal).finally(() => {
      inProgress.delete(sending);
      if (![...inProgress.values()].includes(delivery.companyId)) slotFreed();
    });
    inProgress.set(sending, delivery.companyId);
  };
  return {
    async sendAll() {
      while (!signal.aborted && inProgress.size < IN_PROGRESS_MAX) {
        const except = [...new Set(inProgress.values())];
        const { db } = context.runtime;
        const due = await claimDueDeliveries(db, CLAIM_SECONDS, CLAIMED_MAX, except);
        for (const delivery of due) begin(delivery);
        if (due.length < CLAIMED_MAX) return;
      }
    },
    finished: async () => void (await Promise.all(inProgress.keys())),
  };
}

async function sendOne(
  context: DeliveryContext,
  rpc: Rpc,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const {
    runtime: { db, log },
    metrics,
  } = context;
  const { id, attempts } = delivery;
  try {
    const sent = await attempt(context, rpc, delivery, signal);
    if (signal.aborted && !sent.delivered) return;
    const { status, waitMs } = decideStatus(context, delivery, sent);
    metrics.webhookDeliveries.inc({ outcome: sent.delivered ? 'delivered' : 'failed' });
    if (status === 'dead') metrics.webhookDeliveries.inc({ outcome: 'dead' });
    const { responseStatus, error } = sent;
    await saveDueOutcome(db, { id, status, attempts, waitMs, responseStatus, error });
  } catch (error) {
    // The webhook was deleted meanwhile, with all its deliveries.
    if (error instanceof Refusal && error.code === 'webhook_not_found') return;
    // The delivery is claimed again when this claim expires.
    log.warn({ err: error, deliveryId: id }, 'preparing a delivery failed');
  }
}

interface Attempt extends AttemptResult {
  /** Whether a further attempt would be useless. */
  readonly isLast: boolean;
}

async function attempt(
  context: DeliveryContext,
  rpc: Rpc,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const { id, event, companyId, webhookId } = delivery;
  const webhook = await getWebhookRow(context.runtime.db, { companyId, webhookId });
  const body = await bodyOf(rpc, delivery);
  if (body === undefined) {
    return { delivered: false, responseStatus: null, error: EVENT_GONE, isLast: true };
  }
  const sent = await sendDelivery(context, { webhook, deliveryId: id, event, body, signal });
  // A ping tests whether the receiver answers now, so it is not retried.
  return { ...sent, isLast: delivery.eventId === null };
}

function decideStatus(
  { terms }: DeliveryContext,
  { attempts, triedForMs }: DueDelivery,
  { delivered, isLast }: Attempt,
) {
  const { next, waitMs } = decideRetry(terms, { attempts, triedForMs, failedForMs: 0 });
  const failed = isLast || next === 'dead' ? ('dead' as const) : ('pending' as const);
  return { status: delivered ? ('delivered' as const) : failed, waitMs };
}

const EVENT_GONE = 'The event is no longer in the log';

/** Undefined if the event is no longer in the log. */
async function bodyOf(rpc: Rpc, delivery: DeliveryRow): Promise<string | undefined> {
  const { id, event, companyId, webhookId, eventId, service, seq, createdAt } = delivery;
  if (eventId === null || service === null || seq === null) {
    return JSON.stringify({ id, companyId, webhookId, action: 'webhook.ping', createdAt });
  }
  const entry = await readEntry({ rpc, companyId, service }, { seq, id: eventId });
  return entry && formFor({ types: [event] }, entry)?.text;
}
