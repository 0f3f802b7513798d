/**
 * Delivers the webhooks that this process has leased. A lease outlives a stalled process by
 * seconds; what that process may have sent is then sent again.
 */
import { egressOptionsOf, openEgress } from '@muster/egress';
import {
  metricsOf,
  newId,
  startPeriodicTask,
  type Background,
  type Runtime,
} from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import type { Feed } from '../../feed/open-feed.ts';
import type { Signals } from '../../local-signals.ts';
import { findWebhookWork, leaseWebhooks, releaseWebhooks } from '../store/leased-webhooks.ts';
import { webhookMetrics } from '../webhook-metrics.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { openDeliveryWorkers } from './delivery-workers.ts';
import { openDueDeliveries } from './send-due.ts';

const PERIOD_MS = 2_000;

export function startWebhooks(runtime: Runtime, feed: Feed, signals: Signals): Background {
  const { db, log, rpc } = runtime;
  const { WEBHOOK_LEASE_SECONDS } = gatewayConfigOf(runtime);
  const context = openDeliveryContext(runtime, feed);
  const workers = openDeliveryWorkers(context);
  const stopping = new AbortController();
  const due = openDueDeliveries(context, rpc, {
    signal: stopping.signal,
    slotFreed: () => task.runNow(),
  });
  const task = startPeriodicTask({
    periodMs: PERIOD_MS,
    run: async () => {
      const { hasActive, hasDue } = await findWebhookWork(db);
      const { holder } = context;
      workers.update(hasActive ? await leaseWebhooks(db, holder, WEBHOOK_LEASE_SECONDS) : []);
      if (hasDue) await due.sendAll();
    },
    failed: (error) => log.warn({ err: error }, 'leasing webhooks failed'),
  });
  signals.on('webhooksChanged', task.runNow);
  return {
    async drain() {
      stopping.abort();
      signals.off('webhooksChanged', task.runNow);
      await task.drain();
      await workers.stop();
      await due.finished();
      await releaseWebhooks(db, context.holder).catch((error: unknown) =>
        log.warn({ err: error }, 'releasing webhook leases failed, they expire'),
      );
      await context.egress.close();
    },
  };
}

function openDeliveryContext(runtime: Runtime, feed: Feed): DeliveryContext {
  const config = gatewayConfigOf(runtime);
  return {
    runtime,
    feed,
    // A webhook has one request at a time, so receivers behind one host name need no limit.
    egress: openEgress({ ...egressOptionsOf(config), connectionsPerHost: null }),
    secrets: { ...runtime.config, ...config },
    holder: newId(),
    terms: {
      firstMs: config.WEBHOOK_RETRY_SECONDS * 1_000,
      giveUpMs: config.WEBHOOK_GIVE_UP_SECONDS * 1_000,
      disableMs: config.WEBHOOK_DISABLE_SECONDS * 1_000,
    },
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000,
    metrics: metricsOf(runtime.metrics, webhookMetrics),
  };
}
