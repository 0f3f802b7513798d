/** Pings and replays: sent apart from the order of the others, by whichever process takes them. */
import type { Rpc } from '@muster/service-kit';
import { afterFailure } from '../domain/webhook-retry.ts';
import type { DeliveryRow } from '../domain/webhook.ts';
import { readEntry } from '../live/read-log.ts';
import { claimDue, saveDue } from '../store/webhook-work.ts';
import { getWebhook } from '../store/webhooks.ts';
import { sendDelivery } from '../webhooks/send-delivery.ts';
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
  const begin = (delivery: DeliveryRow): void => {
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
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<void> {
  const { runtime: { db, log }, terms } = work;
  const { id, event, attempts, companyId, webhookId } = delivery;
  try {
    const webhook = await getWebhook(db, { companyId, webhookId });
    const body = await bodyOf(rpc, delivery);
    const sent = await sendDelivery(work, { webhook, deliveryId: id, event, body, signal });
    if (signal.aborted && !sent.delivered) return;
    const triedForMs = Date.now() - Date.parse(delivery.tryingSince ?? delivery.createdAt);
    const { next, waitMs } = afterFailure(terms, { attempts, triedForMs, failedForMs: 0 });
    const status = sent.delivered ? 'delivered' : next === 'dead' ? 'dead' : 'pending';
    work.metrics.webhookDeliveries.inc({ outcome: sent.delivered ? 'delivered' : 'failed' });
    await saveDue(db, { id, status, waitMs, ...sent });
  } catch (error) {
    // It is taken again when this claim is over.
    log.warn({ err: error, deliveryId: id }, 'a delivery could not be prepared');
  }
}

async function bodyOf(rpc: Rpc, delivery: DeliveryRow): Promise<string> {
  const { id, companyId, webhookId, service, seq, createdAt } = delivery;
  if (service === null || seq === null) {
    return JSON.stringify({ id, companyId, webhookId, action: 'webhook.ping', createdAt });
  }
  const log = { rpc, companyId, service };
  return (await readEntry(log, seq)).text;
}
