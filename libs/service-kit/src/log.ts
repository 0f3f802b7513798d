/**
 * Structured logs. Bodies are never logged; what could be a credential is redacted all the same, by
 * the redactor that everything else passes through.
 */
import { redact } from '@muster/contracts';
import pino from 'pino';
import { currentSpan } from './span.ts';
import { traceIdOf } from './trace.ts';

export type Log = pino.Logger;

/** Lines are written together, this many bytes at a time: a system call costs more than a line. */
const WRITE_MIN_BYTES = 4_096;
/** Longest that a line waits for others. What ends the process in order writes the rest first. */
const WRITE_AFTER_MS = 500;

type Destination = ReturnType<typeof pino.destination>;
let shared: Destination | undefined;

/** Standard output, shared by all loggers of the process. */
function standardOutput(): Destination {
  if (shared) return shared;
  const opened = pino.destination({ dest: 1, sync: false, minLength: WRITE_MIN_BYTES });
  setInterval(() => opened.flush(), WRITE_AFTER_MS).unref();
  shared = opened;
  return opened;
}

export const openLog = (name: string, level: string): Log =>
  pino(
    {
      level,
      base: { service: name },
      formatters: { log: redacted },
      mixin: traceOfSpan,
      serializers: { err: errorWithoutRows },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    standardOutput(),
  );

function traceOfSpan(): { trace?: string } {
  const span = currentSpan();
  return span ? { trace: traceIdOf(span.traceparent) } : {};
}

/** Errors are no JSON yet: their serializer redacts them. */
const redacted = ({ err, ...fields }: Record<string, unknown>): Record<string, unknown> => ({
  ...(redact(fields) as Record<string, unknown>),
  ...(err === undefined ? {} : { err }),
});

/** What Postgres tells of a failed statement, and what may quote the row that it failed on. */
const rowsOfErrors: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery']);

function errorWithoutRows(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(error);
  const known = Object.entries(pino.stdSerializers.err(error));
  return redact(Object.fromEntries(known.filter(([field]) => !rowsOfErrors.has(field))));
}
