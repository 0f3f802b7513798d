/** Opens what all streams, long polls and webhooks of this process share. */
import { Refusal, type Actor } from '@muster/contracts';
import {
  metricsOf,
  openLogNotifications,
  type Runtime,
  type LogNotifications,
} from '@muster/service-kit';
import type { GatewayConfig } from '../config.ts';
import { feedMetrics, type FeedMetrics } from './feed-metrics.ts';
import { openRunLogs, type RunLogs } from './run-logs.ts';
import { openSharedLogs, type OpenLog } from './shared-logs.ts';
import { openStreamSlots } from './stream-slots.ts';

export interface Feed {
  /** Takes a slot for a stream; the returned function releases it. Refuses over a limit. */
  reserveStream(caller: Actor): () => void;
  /** Opens the shared log of a company; the reader has to release it. */
  open(companyId: string): Promise<OpenLog>;
  /** Notifications that a company's log has grown. */
  readonly notifications: LogNotifications;
  readonly runLogs: RunLogs;
  readonly metrics: FeedMetrics;
  /** Time after which a reader that does not read is cut off. */
  readonly slowMs: number;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
  /** Ends every stream; clients reconnect to another replica. */
  drain(): Promise<void>;
  /** Called after webhooks, which read the same logs, have ended too. */
  close(): void;
}

export function openFeed(runtime: Runtime, config: GatewayConfig): Feed {
  const notifications = openLogNotifications(runtime);
  const logs = openSharedLogs({ runtime, notifications });
  const runLogs = openRunLogs(runtime);
  const metrics = metricsOf(runtime.metrics, feedMetrics);
  const stopping = new AbortController();
  const allReleased = Promise.withResolvers<void>();
  const slots = openStreamSlots(config, (count) => {
    metrics.feedStreams.set(count);
    if (count === 0 && stopping.signal.aborted) allReleased.resolve();
  });
  return {
    reserveStream(caller) {
      if (stopping.signal.aborted) throw new Refusal('unavailable', { service: 'gateway' });
      return slots.take(caller);
    },
    open: logs.open,
    notifications,
    runLogs,
    metrics,
    slowMs: config.FEED_SLOW_SECONDS * 1_000,
    stopping: stopping.signal,
    async drain() {
      stopping.abort();
      if (slots.count() > 0) await allReleased.promise;
    },
    close() {
      logs.closeAll();
      notifications.close();
      runLogs.close();
    },
  };
}
