import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { openExemplars } from './exemplars.ts';
import { metricSpecs, openSpecs } from './metric-specs.ts';

const specs = metricSpecs({
  wait: {
    type: 'histogram',
    name: 'muster_wait_seconds',
    help: 'Wait.',
    labels: { operation: [], outcome: [] },
    buckets: [0.1, 1],
  },
  done: { type: 'counter', name: 'muster_done_total', help: 'Done.' },
});
const traceOf = (digit: string, flags = '01') =>
  `00-${digit.repeat(32)}-${'1'.repeat(16)}-${flags}`;
const HISTOGRAM = specs.wait.name;
const read = 'operation="read",outcome="ok"';

function open() {
  let now = 1_000_000;
  const registry = new Registry();
  registry.setDefaultLabels({ service: 'issues' });
  const { wait } = openSpecs(registry, specs);
  for (const seconds of [0.05, 0.5, 2]) wait.observe({ operation: 'read', outcome: 'ok' }, seconds);
  const exemplars = openExemplars(() => now);
  return {
    exemplars,
    later: (ms: number) => (now += ms),
    shown: async () => exemplars.inOpenMetrics(await registry.metrics()),
  };
}

describe('exemplars', () => {
  it('name the trace of the slowest request in its bucket, and of a later one after a minute', async () => {
    const { exemplars, later, shown } = open();
    exemplars.note(HISTOGRAM, read, 0.5, traceOf('a'));
    exemplars.note(HISTOGRAM, read, 0.05, traceOf('b'));
    const bucket = `muster_wait_seconds_bucket{le="1",service="issues",${read}} 2`;
    expect(await shown()).toContain(`\n${bucket} # {trace_id="${'a'.repeat(32)}"} 0.5 1000\n`);
    later(60_000);
    exemplars.note(HISTOGRAM, read, 2, traceOf('c'));
    const text = await shown();
    expect(text).toMatch(/le="\+Inf".*\} 3 # \{trace_id="c{32}"\} 2 1060\n/);
    expect(text.match(/trace_id/g)).toHaveLength(1);
  });

  it('leave out traces that are not recorded, and series without a request', async () => {
    const { exemplars, shown } = open();
    exemplars.note(HISTOGRAM, read, 0.5, traceOf('a', '00'));
    exemplars.note(HISTOGRAM, 'operation="write",outcome="ok"', 0.5, traceOf('b'));
    expect(await shown()).not.toContain('trace_id');
  });

  it('are in a text of OpenMetrics, whose counters are declared without their suffix', async () => {
    const text = await open().shown();
    expect(text).toContain('# TYPE muster_done counter\nmuster_done_total{service="issues"} 0\n');
    expect(text).toMatch(/^(?!\n)[\s\S]*[^\n]\n# EOF\n$/);
    expect(text).not.toContain('\n\n');
  });
});
