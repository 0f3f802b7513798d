/**
 * Live output of runs, published to current subscribers only. It is in no event log: a client that
 * missed some reads it with `getRunLog`.
 */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { Redaction, RedactionReason } from '../redaction.ts';
import { Id, PathId, Timestamp } from '../vocabulary.ts';

/** The name in the feed and in subjects; no event has this type. */
export const RUN_LOG = 'run.log';

/** Where a line of an output comes from, and those after it, up to the next of these. */
export const LineSource = z.object({
  /** The number of the line in the text, from 0 on. */
  line: z.int(),
  /** When it began to arrive. */
  at: Timestamp.optional(),
  stream: z.enum(['stdout', 'stderr']).optional(),
});
export type LineSource = z.output<typeof LineSource>;

/** A piece of the output of a run, as in `getRunLog`. */
export const RunLogPiece = z.object({
  runId: Id,
  agentId: Id,
  /** Position of the piece in the output, in bytes. */
  offset: z.int(),
  text: z.string(),
  /** Absent where nothing is known of its lines. */
  sources: z.array(LineSource).optional(),
});
export type RunLogPiece = z.output<typeof RunLogPiece>;

/** The newest redactions of a run that are known; older lines stay asterisks. */
export const RUN_LOG_REDACTIONS_MAX = 100;

/** Lines of the output of a run that were taken away. */
export const RunLogRedaction = z.object({
  from: z.int().describe('Where the first of the lines begins in the output, in bytes.'),
  to: z.int().describe('Where the last of them ends.'),
  redacted: Redaction,
});
export type RunLogRedaction = z.output<typeof RunLogRedaction>;

export const runLogOperations = {
  redactRunLog: operation({
    http: 'POST /api/heartbeat-runs/:runId/log/redact',
    summary:
      'Take away lines of the output of a run for good, such as a secret: a live run of the same agent or the ' +
      'board. Each of their characters becomes an asterisk, so that places in the output stay what they are; an ' +
      'error and a summary that repeat them go, too.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({
      runId: PathId,
      from: z.int().min(0).describe('A place in the first line, in bytes, as in the log.'),
      to: z
        .int()
        .min(1)
        .describe('The place behind the last byte: the line with that byte is the last.'),
      reason: RedactionReason.optional(),
    }),
    output: RunLogRedaction,
    refusals: ['run_not_found', 'not_the_author'],
    emits: ['run.log_redacted'],
  }),
} as const;

export const runLogEvents = {
  'run.log_redacted': event({
    entity: 'run',
    version: 1,
    summary: 'Lines of the output of a run were taken away for good.',
    payload: z.object({ runId: Id, agentId: Id, from: z.int(), to: z.int() }),
  }),
} as const;
