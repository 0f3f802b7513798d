/**
 * Structured logs. Bodies are never logged; fields that could hold a credential are redacted all the
 * same, by the common redactor.
 */
import { redact } from '@muster/contracts/redact';
import pino from 'pino';
import { currentSpan } from './span.ts';
import { traceIdOf } from './trace.ts';

export type Logger = pino.Logger;

/** Longest time that a line is buffered. An orderly exit flushes the rest first. */
const WRITE_AFTER_MS = 500;

/** Lines are buffered up to this size, which is below what is written at once: a system call costs more than a line. */
const WRITE_MIN_BYTES = 12_288;
/** What is kept while nothing can be written, such as to a full disk. Later lines are lost. */
const KEPT_MAX_BYTES = 1_048_576;

type Destination = ReturnType<typeof pino.destination>;

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

/** A line that cannot be written ends no process. `onLoss` gets how many were lost, once lines are written again. */
export function openStandardOutput(onLoss: (lines: number) => void): Destination {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_MIN_BYTES,
    maxLength: KEPT_MAX_BYTES,
  });
  let isFailing = false;
  let lost = 0;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('drop', () => {
    lost += 1;
  });
  output.on('write', () => {
    isFailing = false;
    const lines = lost;
    lost = 0;
    if (lines > 0) onLoss(lines);
  });
  const flushSync = output.flushSync.bind(output);
  // The library's own repeats until it has written all, and a process with a full disk would not end.
  output.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return output;
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
