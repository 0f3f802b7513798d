/**
 * The longest lag of the event loop. A read takes nothing away from the next one: several Prometheus may scrape a
 * process, and one that gets no time to run is scraped after its lag. Node's own histogram of the delay would lose
 * what is under way when a scrape resets it.
 */
import type { Registry } from 'prom-client';
import { metricSpecs, openSpecs } from './metric-specs.ts';

/** Interval of event loop samples: each one wakes the process, even an idle one. */
export const LOOP_SAMPLE_MS = 1_000;

/** For how long a lag is shown at least: longer than the usual intervals of scrapes. */
const SHOWN_MIN_MS = 60_000;

export const eventLoopMetrics = metricSpecs({
  eventLoopLag: {
    type: 'gauge',
    name: 'muster_event_loop_lag_seconds',
    help: 'Longest lag of the event loop within the last one to two minutes, by a sample each second.',
  },
});

/** Never keeps the process alive. */
export function measureEventLoop(registry: Registry, shownMinMs = SHOWN_MIN_MS): void {
  const { eventLoopLag } = openSpecs(registry, eventLoopMetrics);
  let sampledAt = performance.now();
  let since = sampledAt;
  let longest = { before: 0, now: 0 };
  const sample = (): void => {
    const now = performance.now();
    const lag = Math.max(now - sampledAt - LOOP_SAMPLE_MS, 0) / 1e3;
    sampledAt = now;
    if (now - since >= shownMinMs) {
      longest = { before: longest.now, now: 0 };
      since = now;
    }
    longest.now = Math.max(longest.now, lag);
    eventLoopLag.set(Math.max(longest.before, longest.now));
  };
  setInterval(sample, LOOP_SAMPLE_MS).unref();
}
