import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { measureEventLoop } from './event-loop-lag.ts';

const BLOCKED_MS = 2_500;
/** A sample is due after a second. */
const LAG_MIN_SECONDS = 1;

function blockLoop(): void {
  const until = performance.now() + BLOCKED_MS;
  while (performance.now() < until);
}

async function scrape(registry: Registry): Promise<number> {
  const found = /^muster_event_loop_lag_seconds (.+)$/m.exec(await registry.metrics());
  return Number(found?.[1]);
}

const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 20_000 });

describe('the lag of the event loop', () => {
  it('is shown to every scrape', async () => {
    const registry = new Registry();
    measureEventLoop(registry);
    blockLoop();
    await until(async () => (await scrape(registry)) >= LAG_MIN_SECONDS);
    expect(await scrape(registry)).toBeGreaterThanOrEqual(LAG_MIN_SECONDS);
  });

  it('is forgotten later', async () => {
    const registry = new Registry();
    measureEventLoop(registry, 0);
    blockLoop();
    await until(async () => (await scrape(registry)) >= LAG_MIN_SECONDS);
    expect(await until(async () => (await scrape(registry)) < LAG_MIN_SECONDS)).toBe(true);
  });
});
