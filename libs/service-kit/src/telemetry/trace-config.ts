/** Configuration of tracing: OpenTelemetry's standard variables. */
import { z } from 'zod';

/** The standard variables that are supported; the SDK gets these values and reads none itself. */
export const traceConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Trace collector, OTLP over HTTP, without /v1/traces; if absent: no traces.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .describe('Headers for the collector: `name=value`, percent-encoded, separated by commas.'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ])
    .default('parentbased_always_on')
    .describe("Which traces are sampled; `parentbased_*` follow the caller's decision."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces that `*traceidratio` samples, 0 to 1.'),
});
export type TraceConfig = z.output<typeof traceConfig>;
