/**
 * Structured logs. Bodies are never logged; fields that could hold a credential are redacted all the
 * same, by the common redactor.
 */
import { redact } from '@muster/contracts/redact';
import pino from 'pino';
import { currentSpan } from './span.ts';
import { openStandardOutput, type Destination } from './standard-output.ts';
import { traceIdOf } from './trace.ts';

export type Logger = pino.Logger;

/** Longest time that a line is buffered. An orderly exit flushes the rest first. */
const WRITE_AFTER_MS = 500;

/** The process has one standard output, so all its loggers share one buffer. */
let shared: Destination | undefined;
let flushing: NodeJS.Timeout | undefined;

/** A process that logs nothing is not woken: even an empty flush is a write. */
function flushLater(line: string): string {
  flushing ??= setTimeout(() => {
    flushing = undefined;
    shared?.flush();
  }, WRITE_AFTER_MS).unref();
  return line;
}

export function openLogger(name: string, level: string): Logger {
  shared ??= openStandardOutput((lines) => logger.warn({ lines }, 'log lines were lost'));
  const logger = pino(
    {
      level,
      base: { service: name },
      formatters: { log: redacted },
      mixin: traceOfSpan,
      hooks: { streamWrite: flushLater },
      serializers: { err: errorToLog },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    shared,
  );
  return logger;
}

function traceOfSpan(): { trace?: string } {
  const span = currentSpan();
  return span ? { trace: traceIdOf(span.traceparent) } : {};
}

/** Errors are not JSON yet: their serializer redacts them. */
function redacted(given: Record<string, unknown>): Record<string, unknown> {
  const { err, ...fields } = given;
  if (err === undefined) return redact(given) as Record<string, unknown>;
  return { ...(redact(fields) as Record<string, unknown>), err };
}

/**
 * Fields of a Postgres error that may quote the row; and the connection itself, with its settings,
 * its statements and the key that cancels them.
 */
const secretFields: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'client']);

function errorToLog(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(error);
  const known = Object.entries(pino.stdSerializers.err(error));
  return redact(Object.fromEntries(known.filter(([field]) => !secretFields.has(field))));
}
