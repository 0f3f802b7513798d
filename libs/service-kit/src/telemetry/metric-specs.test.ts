import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { metricSpecs, openSpecs } from './metric-specs.ts';

const specs = metricSpecs({
  emitted: {
    type: 'counter',
    name: 'muster_emitted_total',
    formerly: 'muster_said_total',
    help: 'Events.',
    labels: { type: ['a', 'b'] },
  },
  lag: {
    type: 'gauge',
    name: 'muster_lag_seconds',
    formerly: 'muster_delay_seconds',
    help: 'Lag.',
  },
  wait: {
    type: 'histogram',
    name: 'muster_wait_seconds',
    formerly: 'muster_pause_seconds',
    help: 'Wait.',
    buckets: [1],
  },
});

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.includes(name));

describe('a renamed metric', () => {
  it('is exposed with the same values under its new and its former name', async () => {
    const registry = new Registry();
    const { emitted, lag, wait } = openSpecs(registry, specs);
    emitted.inc({ type: 'a' });
    lag.set(3);
    wait.observe(2);

    const text = await registry.metrics();
    for (const { name, formerly } of Object.values(specs)) {
      const former = linesOf(text, formerly);
      expect(former.length).toBeGreaterThan(2);
      expect(former.map((line) => line.replaceAll(formerly, name))).toEqual(linesOf(text, name));
    }
    expect(text).toContain('muster_said_total{type="a"} 1');
    expect(text).toContain('muster_pause_seconds_bucket{le="1"} 0');
  });

  it('reads a gauge that is set at scrape time', async () => {
    const registry = new Registry();
    const { lag } = openSpecs(registry, specs);
    Object.assign(lag, { collect: () => lag.set(7) });
    expect(await registry.metrics()).toContain('muster_delay_seconds 7');
  });

  it('is opened once', () => {
    const registry = new Registry();
    expect(openSpecs(registry, specs).emitted).toBe(openSpecs(registry, specs).emitted);
  });
});
