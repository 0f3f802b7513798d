/** W3C trace context: one trace from the HTTP request through messages, events, jobs and agents. */
import { randomBytes } from 'node:crypto';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A new trace, sampled. */
export const newTraceparent = (): string => {
  const ids = randomBytes(24).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-01`;
};

/** The next hop of a trace; a missing or malformed parent begins a new one. */
export const childTraceparent = (parent: string | null | undefined): string => {
  const match = parent ? TRACEPARENT.exec(parent) : null;
  if (!match) return newTraceparent();
  return `00-${match[1]}-${randomBytes(8).toString('hex')}-${match[3]}`;
};

export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
