/**
 * Structured logs. Bodies are never logged; what could be a credential is redacted all the same.
 */
import pino from 'pino';

export type Log = pino.Logger;

export const openLog = (name: string, level: string): Log =>
  pino({
    level,
    base: { service: name },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.token', '*.password', '*.secret'],
      censor: '***',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
