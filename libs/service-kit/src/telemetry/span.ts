/**
 * Spans, as the rest of the kit uses them. Spans are recorded only if an endpoint is configured; then
 * OpenTelemetry is loaded, and each service has a tracer of its own. The active span
 * follows the asynchronous work, so a statement or a request finds its parent. Without a tracer
 * there is no active span, and each function here costs one lookup of it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '@muster/contracts/refusal';
import { childTraceparent } from './trace.ts';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Names, ids and codes only: more people may read traces than the data. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSpec {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** Traceparents of further causes besides the parent. */
  readonly links?: readonly string[];
}

export interface Span {
  /** Sent along with calls and events, which continue under this span. */
  readonly traceparent: string;
  child(spec: SpanSpec): Span;
  set(attributes: Attributes): void;
  /** Called once. A failure is a code, never a message, which may quote a value. */
  end(failure?: string): void;
}

export interface Tracer {
  /** A span with a parent in another process; without a parent it begins a trace. */
  startSpan(spec: SpanSpec, parent: string | null | undefined): Span;
  /** Sends the recorded spans. */
  drain(): Promise<void>;
}

const activeSpan = new AsyncLocalStorage<Span | undefined>();

export const currentSpan = (): Span | undefined => activeSpan.getStore();

/** Runs the work with the span active; without a span, just runs the work. */
export const withSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? activeSpan.run(span, work) : work();

/** Runs work that the active span has triggered but that is not part of it. */
export const detached = <T>(work: () => T): T =>
  activeSpan.getStore() ? activeSpan.run(undefined, work) : work();

/** Runs the work with the span active, then ends the span. */
export async function traced<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await activeSpan.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** Runs the work in a child of the active span; without one, just runs the work. */
export function childSpan<T>(specOf: () => SpanSpec, work: () => Promise<T>): Promise<T> {
  const span = activeSpan.getStore();
  return span ? traced(span.child(specOf()), work) : work();
}

/** The active span's traceparent; without one, a child of the given trace. */
export const nextTraceparent = (traceparent: string | null | undefined): string =>
  activeSpan.getStore()?.traceparent ?? childTraceparent(traceparent);

/** The code of an error in a span: a refusal's code, SQLSTATE, an errno, or its class. */
export function failureOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
