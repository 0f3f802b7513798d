/** The tracer of a service. OpenTelemetry's packages are loaded only if an endpoint is configured. */
import type { Logger } from './logger.ts';
import type { Tracer } from './span.ts';
import type { TraceConfig } from './trace-config.ts';

export interface TracerOptions {
  readonly service: string;
  readonly replica: string;
  readonly config: TraceConfig;
  readonly log: Logger;
}

export async function openTracer(options: TracerOptions): Promise<Tracer | undefined> {
  const endpoint = options.config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { otlpTracer } = await import('./otlp-tracer.ts');
  return otlpTracer({ ...options, endpoint });
}
