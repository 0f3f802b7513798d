/**
 * Which webhooks this process delivers to: those that it holds, and those that nobody holds any
 * more. A lease outlives a stalled process by seconds; what it may have sent is sent again.
 */
import { openEgress } from '@muster/egress';
import { metricsOf, newId, type Background, type Runtime } from '@muster/service-kit';
import { allowListOf, gatewayConfigOf } from '../config.ts';
import type { WebhookRow } from '../domain/webhook.ts';
import type { Feed } from '../live/open-feed.ts';
import { leaseWebhooks, releaseWebhooks } from '../store/webhook-work.ts';
import { nudgeWebhooks, onNudge } from '../webhooks/nudge.ts';
import { webhookMetrics } from '../webhooks/webhook-metrics.ts';
import { openDue } from './send-due.ts';
import { workWebhook, type WebhookWork } from './work-webhook.ts';

const LOOK_MS = 2_000;

interface Worker {
  readonly version: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export function startWebhooks(runtime: Runtime, feed: Feed): Background {
  const config = gatewayConfigOf(runtime);
  // One request of a webhook at a time: no receiver waits for others behind the same host name.
  const egress = openEgress({ allow: allowListOf(config), connectionsPerHost: null });
  const work: WebhookWork = {
    runtime, feed, egress,
    secrets: runtime.config,
    holder: newId(),
    terms: {
      firstMs: config.WEBHOOK_RETRY_SECONDS * 1_000,
      giveUpMs: config.WEBHOOK_GIVE_UP_SECONDS * 1_000,
      disableMs: config.WEBHOOK_DISABLE_SECONDS * 1_000,
    },
    patienceMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000,
    metrics: metricsOf(runtime.metrics, webhookMetrics),
  };
  const crew = openCrew(work);
  const stopping = new AbortController();
  const due = openDue(work, runtime.rpc, { signal: stopping.signal, again: nudgeWebhooks });
  const look = async (): Promise<void> => {
    const held = await leaseWebhooks(runtime.db, work.holder, config.WEBHOOK_LEASE_SECONDS);
    crew.become(held);
    await due.look();
  };
  const looking = openLooking(look, (error) =>
    runtime.log.warn({ err: error }, 'webhooks could not be looked after'));
  return {
    async drain() {
      stopping.abort();
      await looking.close();
      await crew.end();
      await due.ended();
      await releaseWebhooks(runtime.db, work.holder).catch((error: unknown) =>
        runtime.log.warn({ err: error }, 'webhooks are taken over when their leases end'));
      await egress.close();
    },
  };
}

/** One look at a time, every few seconds and after every nudge. */
function openLooking(look: () => Promise<void>, failed: (error: unknown) => void) {
  let again = false;
  let underWay: Promise<void> | undefined;
  let closed = false;
  const run = (): void => {
    again = true;
    underWay ??= (async () => {
      while (again && !closed) {
        again = false;
        await look().catch(failed);
      }
    })().finally(() => {
      underWay = undefined;
    });
  };
  const timer = setInterval(run, LOOK_MS);
  timer.unref();
  const unlisten = onNudge(run);
  run();
  return {
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      unlisten();
      await underWay;
    },
  };
}

/** The workers of webhooks, begun and ended as what is held changes. */
function openCrew(work: WebhookWork) {
  const workers = new Map<string, Worker>();
  const begin = (webhook: WebhookRow): void => {
    const stop = new AbortController();
    const { id, version } = webhook;
    const ended = workWebhook(work, webhook, stop.signal)
      // Begun again at the next look, from where it stands.
      .catch((error: unknown) =>
        work.runtime.log.warn({ err: error, webhookId: id }, 'a webhook is begun again'))
      .finally(() => workers.delete(id));
    workers.set(id, { version, stop, ended });
  };
  return {
    become(held: readonly WebhookRow[]): void {
      const byId = new Map(held.map((webhook) => [webhook.id, webhook]));
      for (const [id, { version, stop }] of workers) {
        if (byId.get(id)?.version !== version) stop.abort();
      }
      for (const webhook of held) if (!workers.has(webhook.id)) begin(webhook);
      work.metrics.webhooksLed.set(workers.size);
    },
    async end(): Promise<void> {
      for (const { stop } of workers.values()) stop.abort();
      await Promise.all([...workers.values()].map(({ ended }) => ended));
    },
  };
}
