/**
 * Live output of runs, published to current subscribers only. It is in no event log: a client that
 * missed some reads it with `getRunLog`.
 */
import { z } from 'zod';
import { Id, Timestamp } from '../vocabulary.ts';

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
