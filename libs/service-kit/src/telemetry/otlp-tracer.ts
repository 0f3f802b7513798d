/** OpenTelemetry spans, sent in batches to a collector. Loaded only if one is configured. */
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span as OtelSpan,
  type SpanContext,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { Span, SpanSpec, Tracer } from './span.ts';
import { parseTraceparent } from './trace.ts';
import type { TraceConfig } from './trace-config.ts';

/** Longest delay of a span before its batch is sent. */
const BATCH_MS = 1_000;
/** A slower collector loses the batch: no service waits for its traces. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Longest wait for the last spans when a service stops. */
const DRAIN_MS = 4_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

interface OtlpTracerOptions {
  readonly service: string;
  readonly replica: string;
  readonly config: TraceConfig;
  readonly endpoint: string;
  readonly log: Logger;
}

export function otlpTracer({ service, replica, config, endpoint, log }: OtlpTracerOptions): Tracer {
  logDiagnostics(log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'muster',
      'service.name': `muster-${service}`,
      'service.instance.id': replica,
    }),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
          headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS),
          timeoutMillis: EXPORT_TIMEOUT_MS,
        }),
        scheduledDelayMillis: BATCH_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('muster');
  return {
    startSpan: (spec, parent) => spanOver(tracer, start(tracer, spec, contextOf(parent))),
    drain: () => withTimeout(provider.shutdown(), DRAIN_MS),
  };
}

const start = (tracer: OtelTracer, spec: SpanSpec, context: Context): OtelSpan =>
  tracer.startSpan(
    spec.name,
    {
      kind: kinds[spec.kind],
      ...(spec.attributes ? { attributes: spec.attributes } : {}),
      ...(spec.links ? { links: spec.links.flatMap(linkOf) } : {}),
    },
    context,
  );

function spanOver(tracer: OtelTracer, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const own: Span = {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    // A span that is not recorded has no recorded children.
    child: (spec) =>
      span.isRecording()
        ? spanOver(tracer, start(tracer, spec, trace.setSpan(ROOT_CONTEXT, span)))
        : own,
    set(attributes) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value !== undefined) span.setAttribute(name, value);
      }
    },
    end(failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
  return own;
}

function spanContextOf(traceparent: string | null | undefined): SpanContext | undefined {
  const parsed = parseTraceparent(traceparent);
  if (!parsed) return undefined;
  const { traceId, spanId, flags } = parsed;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return { traceId, spanId, traceFlags, isRemote: true };
}

function contextOf(parent: string | null | undefined): Context {
  const spanContext = spanContextOf(parent);
  return spanContext ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

function linkOf(traceparent: string): Link[] {
  const context = spanContextOf(traceparent);
  return context ? [{ context }] : [];
}

function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: TraceConfig): Sampler {
  const root = rootSampler(name.replace('parentbased_', ''), ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'always_on' ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(ratio);
}

const headersOf = (list: string): Record<string, string> =>
  Object.fromEntries(
    list.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, at)).trim();
      return name === '' ? [] : [[name, decodeURIComponent(pair.slice(at + 1).trim())]];
    }),
  );

/** An unavailable collector is logged and delays nothing. */
function logDiagnostics(log: Logger): void {
  const warn = (message: string): void => log.warn({ reason: message }, 'sending traces failed');
  const silent = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
