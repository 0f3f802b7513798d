/**
 * Everybody who follows a company in this process: how many may, which logs they share, and the end
 * of all of them when the process stops.
 */
import { Refusal } from '@muster/contracts';
import { metricsOf, openWakes, type Runtime, type Wakes } from '@muster/service-kit';
import type { GatewayConfig } from '../config.ts';
import { feedMetrics, type FeedMetrics } from './feed-metrics.ts';
import { once } from './once.ts';
import { openRunLogs, type RunLogs } from './run-logs.ts';
import { openSharedLogs, type OpenLog } from './shared-logs.ts';

export interface Feed {
  /** Takes a place, which is given back by the returned function; refuses who has too many. */
  enter(callerId: string): () => void;
  /** The shared log of a company; to be given back. */
  open(companyId: string): Promise<OpenLog>;
  /** Whoever waits for one thing hears here that something was said. */
  readonly wakes: Wakes;
  readonly runLogs: RunLogs;
  readonly metrics: FeedMetrics;
  /** How long a reader who does not read is waited for. */
  readonly slowMs: number;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
  /** Ends every stream, with word to come back elsewhere. */
  drain(): Promise<void>;
  /** After all who follow by other means have ended, too. */
  close(): void;
}

export function openFeed(runtime: Runtime, config: GatewayConfig): Feed {
  const wakes = openWakes(runtime.nats, runtime.subjects);
  const logs = openSharedLogs({ runtime, wakes });
  const runLogs = openRunLogs(runtime);
  const metrics = metricsOf(runtime.metrics, feedMetrics);
  const stopping = new AbortController();
  const left = Promise.withResolvers<void>();
  const places = openPlaces(config, (count) => {
    metrics.feedStreams.set(count);
    if (count === 0 && stopping.signal.aborted) left.resolve();
  });
  return {
    enter(callerId) {
      if (stopping.signal.aborted) throw new Refusal('unavailable', { service: 'gateway' });
      return places.take(callerId);
    },
    open: logs.open,
    wakes,
    runLogs,
    metrics,
    slowMs: config.FEED_SLOW_SECONDS * 1_000,
    stopping: stopping.signal,
    async drain() {
      stopping.abort();
      if (places.count() > 0) await left.promise;
    },
    close() {
      logs.closeAll();
      wakes.close();
      runLogs.close();
    },
  };
}

type Limits = Pick<GatewayConfig, 'FEED_STREAMS_MAX' | 'FEED_STREAMS_PER_CALLER'>;

function openPlaces(
  { FEED_STREAMS_MAX: most, FEED_STREAMS_PER_CALLER: mostOfCaller }: Limits,
  changed: (count: number) => void,
) {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    count: () => count,
    take(callerId: string): () => void {
      const own = taken.get(callerId) ?? 0;
      if (own >= mostOfCaller) throw new Refusal('too_many_streams', { most: mostOfCaller });
      if (count >= most) throw new Refusal('overloaded');
      taken.set(callerId, own + 1);
      count += 1;
      changed(count);
      return once(() => {
        const left = (taken.get(callerId) ?? 1) - 1;
        if (left === 0) taken.delete(callerId);
        else taken.set(callerId, left);
        count -= 1;
        changed(count);
      });
    },
  };
}
