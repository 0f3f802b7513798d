import { Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { COMPANIES_SHOWN, openCompanyUsage } from './company-usage.ts';

function open() {
  let now = 1_000_000;
  const gauge = new Gauge({
    name: 'muster_company_usage',
    help: 'Usage.',
    labelNames: ['company', 'usage'] as const,
    registers: [new Registry()],
  });
  const usage = openCompanyUsage(gauge, () => now);
  return {
    usage,
    later: (ms: number) => (now += ms),
    shown: async () =>
      (await gauge.get()).values.map(
        ({ labels, value }) => `${labels.usage} ${labels.company} ${value}`,
      ),
  };
}

describe('the usage of companies', () => {
  it('is the sum of the last minute, by kind, the most first', async () => {
    const { usage, later, shown } = open();
    usage.count('requests', 'a');
    usage.count('cost_cents', 'a', 250);
    later(30_000);
    for (let times = 0; times < 3; times += 1) usage.count('requests', 'b');
    usage.count('requests', 'a');
    expect(await shown()).toEqual(['requests b 3', 'requests a 2', 'cost_cents a 250']);
    later(30_000);
    expect(await shown()).toEqual(['requests b 3', 'requests a 1']);
    later(60_000);
    expect(await shown()).toEqual([]);
  });

  it('has a fixed number of companies, however many there are', async () => {
    const { usage, shown } = open();
    for (let company = 0; company < 20_000; company += 1) usage.count('events', `c${company}`);
    usage.count('events', 'c7', 5);
    const lines = await shown();
    expect(lines).toHaveLength(COMPANIES_SHOWN);
    expect(lines[0]).toBe('events c7 6');
  });
});
