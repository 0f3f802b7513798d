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
const AT_ONCE = 10;

export async function sendDue(work: WebhookWork, rpc: Rpc, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await claimDue(work.runtime.db, CLAIM_SECONDS, AT_ONCE);
    await Promise.all(due.map((delivery) => sendOne(work, rpc, delivery, signal)));
    if (due.length < AT_ONCE || signal.aborted) return;
  }
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
