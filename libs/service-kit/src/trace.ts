/** W3C trace context: one trace from the HTTP request through messages, events, jobs and agents. */
import { randomUUID } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const SPAN_DIGITS = 16;

/** Random hex digits out of the pooled source of UUIDs. */
const digits = (): string => randomUUID().replaceAll('-', '');

/** A new trace, sampled. */
export const newTraceparent = (): string => `00-${digits()}-${digits().slice(-SPAN_DIGITS)}-01`;

/** The next hop of a trace; a missing or malformed parent begins a new one. */
export const childTraceparent = (parent: string | null | undefined): string => {
  const match = parent ? TRACEPARENT.exec(parent) : null;
  if (!match) return newTraceparent();
  return `00-${match[1]}-${digits().slice(-SPAN_DIGITS)}-${match[3]}`;
};

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
