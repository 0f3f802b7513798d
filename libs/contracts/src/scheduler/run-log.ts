/**
 * Live output of runs, published to current subscribers only. It is in no event log: a client that
 * missed some reads it with `getRunLog`.
 */
import { z } from 'zod';
import { Id } from '../vocabulary.ts';

/** The name in the feed and in subjects; no event has this type. */
export const RUN_LOG = 'run.log';

/** A piece of the output of a run, as in `getRunLog`. */
export const RunLogPiece = z.object({
  runId: Id,
  agentId: Id,
  /** Position of the piece in the output, in bytes. */
  offset: z.int(),
  text: z.string(),
});
export type RunLogPiece = z.output<typeof RunLogPiece>;
