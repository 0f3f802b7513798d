/** Pings and replays: sent apart from the order of the others, by whichever process takes them. */
import { Refusal } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { afterFailure } from '../domain/webhook-retry.ts';
import type { DeliveryRow } from '../domain/webhook.ts';
import { readEntry } from '../live/read-log.ts';
import { claimDue, saveDue, type DueDelivery } from '../store/due-deliveries.ts';
import { getWebhook } from '../store/webhooks.ts';
import { sendDelivery, type Sent } from '../webhooks/send-delivery.ts';
import type { WebhookWork } from './work-webhook.ts';

/** Longer than an attempt takes; whoever took one and is gone by then has it taken over. */
const CLAIM_SECONDS = 30;
/** Taken at once, of one company while none of it is under way. */
const TAKEN_MAX = 10;
const UNDER_WAY_MAX = 50;

export interface DueDeliveries {
  /** Begins with what is due; what was begun goes on by itself. */
  look(): Promise<void>;
  /** Resolves when nothing is under way. */
  ended(): Promise<void>;
}

/** Receivers that keep us waiting hold up what else is for their own company, and nothing more. */
export function openDue(
  work: WebhookWork,
  rpc: Rpc,
  { signal, again }: { readonly signal: AbortSignal; readonly again: () => void },
): DueDeliveries {
  const underWay = new Map<Promise<void>, string>();
  const begin = (delivery: DueDelivery): void => {
    const sending = sendOne(work, rpc, delivery, signal).finally(() => {
      underWay.delete(sending);
      if (![...underWay.values()].includes(delivery.companyId)) again();
    });
    underWay.set(sending, delivery.companyId);
  };
  return {
    async look() {
      while (!signal.aborted && underWay.size < UNDER_WAY_MAX) {
        const except = [...new Set(underWay.values())];
        const due = await claimDue(work.runtime.db, CLAIM_SECONDS, TAKEN_MAX, except);
        for (const delivery of due) begin(delivery);
        if (due.length < TAKEN_MAX) return;
      }
    },
    ended: async () => void (await Promise.all(underWay.keys())),
  };
}

async function sendOne(
  work: WebhookWork,
  rpc: Rpc,
  delivery: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { runtime: { db, log }, metrics } = work;
  const { id, attempts } = delivery;
  try {
    const sent = await attempt(work, rpc, delivery, signal);
    if (signal.aborted && !sent.delivered) return;
    const { status, waitMs } = fateOf(work, delivery, sent);
    metrics.webhookDeliveries.inc({ outcome: sent.delivered ? 'delivered' : 'failed' });
    if (status === 'dead') metrics.webhookDeliveries.inc({ outcome: 'dead' });
    const { responseStatus, error } = sent;
    await saveDue(db, { id, status, attempts, waitMs, responseStatus, error });
  } catch (error) {
    // Deleted meanwhile, with all of its deliveries.
    if (error instanceof Refusal && error.code === 'webhook_not_found') return;
    // It is taken again when this claim is over.
    log.warn({ err: error, deliveryId: id }, 'a delivery could not be prepared');
  }
}

interface Attempt extends Sent {
  /** There is nothing to be had by trying again. */
  readonly isLast: boolean;
}

async function attempt(
  work: WebhookWork,
  rpc: Rpc,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const { id, event, companyId, webhookId } = delivery;
  const webhook = await getWebhook(work.runtime.db, { companyId, webhookId });
  const body = await bodyOf(rpc, delivery);
  if (body === undefined) {
    return { delivered: false, responseStatus: null, error: EVENT_GONE, isLast: true };
  }
  const sent = await sendDelivery(work, { webhook, deliveryId: id, event, body, signal });
  // A ping asks whether the receiver answers now.
  return { ...sent, isLast: delivery.eventId === null };
}

function fateOf(
  { terms }: WebhookWork,
  { attempts, triedForMs }: DueDelivery,
  { delivered, isLast }: Attempt,
) {
  const { next, waitMs } = afterFailure(terms, { attempts, triedForMs, failedForMs: 0 });
  const failed = isLast || next === 'dead' ? 'dead' as const : 'pending' as const;
  return { status: delivered ? 'delivered' as const : failed, waitMs };
}

const EVENT_GONE = 'The event is no longer in the log';

/** Nothing where the event has left the log. */
async function bodyOf(rpc: Rpc, delivery: DeliveryRow): Promise<string | undefined> {
  const { id, companyId, webhookId, eventId, service, seq, createdAt } = delivery;
  if (eventId === null || service === null || seq === null) {
    return JSON.stringify({ id, companyId, webhookId, action: 'webhook.ping', createdAt });
  }
  return (await readEntry({ rpc, companyId, service }, { seq, id: eventId }))?.text;
}
