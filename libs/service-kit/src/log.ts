/**
 * Structured logs. Bodies are never logged; what could be a credential is redacted all the same.
 */
import pino from 'pino';

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
      redact: {
        paths: ['*.authorization', '*.cookie', '*.token', '*.password', '*.secret'],
        censor: '***',
      },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    standardOutput(),
  );
