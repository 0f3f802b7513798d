/**
 * One webhook, as long as this process holds it: along the logs from where it stands, each event
 * delivered before the next. A webhook that is changed, stopped or taken over is left at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '@muster/contracts';
import type { Egress } from '@muster/egress';
import type { Runtime, Secrets } from '@muster/service-kit';
import { positionsIn, textsOf, type Positions } from '../domain/feed-position.ts';
import { afterFailure, type RetryTerms } from '../domain/webhook-retry.ts';
import { tellOf, WEBHOOK_DISABLED, type WebhookRow } from '../domain/webhook.ts';
import type { CompanyLog } from '../live/company-log.ts';
import { follow, type Step } from '../live/follow.ts';
import type { Feed } from '../live/open-feed.ts';
import {
  disableWebhook, isHeld, saveDone, saveFailure, savePositions, saveRetry, type Lease,
} from '../store/webhook-work.ts';
import { endReplays } from '../store/due-deliveries.ts';
import { deliveryIdOf } from '../webhooks/delivery-id.ts';
import { sendDelivery, type Sent } from '../webhooks/send-delivery.ts';
import type { WebhookMetrics } from '../webhooks/webhook-metrics.ts';

/** Events that nobody wants to hear of are passed over in memory, and written this often. */
const PASSED_MAX = 500;

export interface WebhookWork {
  readonly runtime: Pick<Runtime, 'db' | 'log' | 'write'>;
  readonly feed: Pick<Feed, 'open'>;
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly holder: string;
  readonly terms: RetryTerms;
  /** How long a receiver may take to answer. */
  readonly patienceMs: number;
  readonly metrics: WebhookMetrics;
}

interface Line {
  readonly work: WebhookWork;
  readonly webhook: WebhookRow;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

/** Ends when it is no longer held, or throws; then it is begun anew from where it stands. */
export async function workWebhook(
  work: WebhookWork,
  webhook: WebhookRow,
  signal: AbortSignal,
): Promise<void> {
  const lease = { id: webhook.id, holder: work.holder, version: webhook.version };
  const line: Line = { work, webhook, lease, signal };
  const { log, release } = await work.feed.open(webhook.companyId);
  try {
    await waitUntil(webhook.retryAt, signal);
    let passed = 0;
    for await (const step of follow(log, await startOf(line, log), signal)) {
      if (!step) continue;
      if (webhook.events && !webhook.events.includes(step.entry.action)) {
        passed += 1;
        if (passed % PASSED_MAX === 0) {
          await savePositions(work.runtime.db, lease, textsOf(step.positions));
        }
      } else if (!(await deliver(line, step))) return;
    }
  } finally {
    release();
  }
}

/** Where the logs are not those that it stands in, it goes on from their present end. */
async function startOf({ work, webhook, lease }: Line, log: CompanyLog): Promise<Positions> {
  const { runtime: { db, log: lines } } = work;
  const positions = positionsIn(webhook.positions);
  try {
    if (!positions) throw new Refusal('cursor_too_old');
    await log.verify(positions);
    return positions;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cursor_too_old') throw error;
    lines.warn({ webhookId: webhook.id }, 'a webhook stood in logs that are gone, and goes on');
    await savePositions(db, lease, textsOf(log.positions()));
    return log.positions();
  }
}

/** Until it is delivered or given up; false where this process is to leave it. */
async function deliver(line: Line, { entry, positions }: Step): Promise<boolean> {
  const { work, webhook, lease, signal } = line;
  const { db } = work.runtime;
  const deliveryId = deliveryIdOf(webhook.id, entry.id);
  let { attempts } = webhook;
  for (;;) {
    if (signal.aborted || !(await isHeld(db, lease))) return false;
    const { action: event, text: body } = entry;
    const sent = await sendDelivery(work, { webhook, deliveryId, event, body, signal });
    if (signal.aborted && !sent.delivered) return false;
    const done = {
      deliveryId, event, eventId: entry.id, service: entry.service,
      seq: entry.seq, responseStatus: sent.responseStatus, error: sent.error,
      positions: textsOf(positions),
    };
    if (sent.delivered) {
      work.metrics.webhookDeliveries.inc({ outcome: 'delivered' });
      return saveDone(db, lease, 'delivered', { ...done, attempts: attempts + 1 });
    }
    const tried = await failed(line, sent);
    if (!tried) return false;
    ({ attempts } = tried);
    if (tried.next === 'dead') {
      work.metrics.webhookDeliveries.inc({ outcome: 'dead' });
      if (!(await saveDone(db, lease, 'dead', { ...done, attempts }))) return false;
    }
    if (tried.disable) await disable(line);
    if (tried.disable || tried.next === 'dead') return !tried.disable;
    await pause(tried.waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function failed({ work, lease }: Line, { error }: Sent) {
  const { db } = work.runtime;
  work.metrics.webhookDeliveries.inc({ outcome: 'failed' });
  const tried = await saveFailure(db, lease, error ?? 'unknown');
  if (!tried) return undefined;
  const after = afterFailure(work.terms, tried);
  if (after.next === 'retry') await saveRetry(db, lease, after.waitMs);
  return { ...after, attempts: tried.attempts };
}

async function disable({ work, lease }: Line): Promise<void> {
  work.metrics.webhookDeliveries.inc({ outcome: 'disabled' });
  await work.runtime.write(async ({ db, say }) => {
    const webhook = await disableWebhook(db, lease);
    if (!webhook) return;
    const { companyId, id: entityId } = webhook;
    await endReplays(db, { companyId, webhookId: entityId }, WEBHOOK_DISABLED);
    const tell = say as unknown as (name: string, saying: object) => void;
    tell('webhook.disabled', { companyId, entityId, payload: tellOf(webhook) });
  });
}

async function waitUntil(time: string | null, signal: AbortSignal): Promise<void> {
  const waitMs = time === null ? 0 : Date.parse(time) - Date.now();
  if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
}
