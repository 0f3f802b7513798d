/**
 * Spans as the machine sees them. Nobody records any unless an endpoint is configured; then
 * `open-tracer.ts` loads what does, and each service has a tracer of its own. The span that is
 * under way goes along with the work, so a statement or a request finds what it is a part of.
 * Without a tracer no span is ever under way, and everything here is one look at that.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '@muster/contracts';
import { childTraceparent } from './trace.ts';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Names, ids and codes only: a trace is read by more people than the data it is about. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanSpec {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** Traceparents of what it is there for beside its parent. */
  readonly links?: readonly string[];
}

export interface Span {
  /** What goes to others: they continue under this span. */
  readonly traceparent: string;
  child(spec: SpanSpec): Span;
  set(attributes: Attributes): void;
  /** Once. A failure is a word out of a catalogue, never a message, which may quote a value. */
  end(failure?: string): void;
}

export interface Tracer {
  /** A span whose parent is elsewhere; without one it begins a trace. */
  begin(spec: SpanSpec, parent: string | null | undefined): Span;
  /** What was recorded is sent. */
  drain(): Promise<void>;
}

const underWay = new AsyncLocalStorage<Span | undefined>();

export const currentSpan = (): Span | undefined => underWay.getStore();

/** Does the work as a part of the span; where there is none, does the work. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? underWay.run(span, work) : work();

/** Does what the span that is under way has only set off, and is no part of it. */
export const apart = <T>(work: () => T): T =>
  underWay.getStore() ? underWay.run(undefined, work) : work();

/** Does the work within the span and ends it. */
export async function traced<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await underWay.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** A part of what is under way with a span of its own, where anything is recorded. */
export function part<T>(specOf: () => SpanSpec, work: () => Promise<T>): Promise<T> {
  const span = underWay.getStore();
  return span ? traced(span.child(specOf()), work) : work();
}

/** The next hop of what is under way, else of the trace that is known. */
export const onward = (traceparent: string | null | undefined): string =>
  underWay.getStore()?.traceparent ?? childTraceparent(traceparent);

/** What a span says of an error: a refusal's code, SQLSTATE, an errno, or its class. */
export function failureOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
