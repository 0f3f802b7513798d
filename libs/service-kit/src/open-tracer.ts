/** The tracer of a service, where its configuration names an endpoint; else nothing is loaded. */
import { z } from 'zod';
import type { Log } from './log.ts';
import type { Tracer } from './span.ts';

/** The standard variables that count here; the SDK is given these and reads none itself. */
export const traceConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional()
    .describe('Collector of traces by OTLP over HTTP, without /v1/traces; without it: no traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('')
    .describe('Headers for the collector: `name=value`, percent-encoded, separated by commas.'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio',
      'always_on', 'always_off', 'traceidratio',
    ])
    .default('parentbased_always_on')
    .describe("Which traces are recorded; `parentbased_*` follow the caller's decision."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1)
    .describe('The part of traces that `*traceidratio` records, 0 to 1.'),
});
export type TraceConfig = z.output<typeof traceConfig>;

export interface TracerOptions {
  readonly service: string;
  readonly replica: string;
  readonly config: TraceConfig;
  readonly log: Log;
}

export async function openTracer(options: TracerOptions): Promise<Tracer | undefined> {
  const endpoint = options.config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { otlpTracer } = await import('./otlp-tracer.ts');
  return otlpTracer({ ...options, endpoint });
}
