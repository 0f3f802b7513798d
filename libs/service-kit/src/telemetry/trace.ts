/** W3C trace context: one trace from the HTTP request through messages, events, jobs and agents. */
import { randomUUID } from 'node:crypto';

/** All-zero ids are invalid by the standard. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

const SPAN_DIGITS = 16;
const SAMPLED = '01';
const NOT_SAMPLED = '00';

/** Random hex digits from the pooled randomness of UUIDs. */
const digits = (): string => randomUUID().replaceAll('-', '');

const newSpanId = (): string => digits().slice(-SPAN_DIGITS);

const newTrace = (flags: string): string => `00-${digits()}-${newSpanId()}-${flags}`;

/** A new trace, sampled. */
export const newTraceparent = (): string => newTrace(SAMPLED);

/** A new trace that is not sampled: for calls that no request or event has caused. */
export const unsampledTraceparent = (): string => newTrace(NOT_SAMPLED);

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: string;
}

/** Undefined if it is missing or malformed. */
export function parseTraceparent(traceparent: string | null | undefined): TraceParent | undefined {
  const match = traceparent ? TRACEPARENT.exec(traceparent) : null;
  if (!match) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  return { traceId, spanId, flags };
}

/** A child of the trace; a missing or malformed parent begins a new one. */
export const childTraceparent = (parent: string | null | undefined): string => {
  const known = parseTraceparent(parent);
  if (!known) return newTraceparent();
  return `00-${known.traceId}-${newSpanId()}-${known.flags}`;
};

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
