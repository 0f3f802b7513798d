/**
 * What services tell whoever listens at that moment. It is in no log: what was missed is read from
 * where it is kept.
 */
import { z } from 'zod';
import { Id } from './vocabulary.ts';

/** Its name in the feed and in subjects; no event has it. */
export const RUN_LOG = 'run.log';

/** A piece of what a run has written, as `getRunLog` shows it. */
export const RunLogPiece = z.object({
  runId: Id,
  agentId: Id,
  /** Bytes of the log before it. */
  offset: z.int(),
  text: z.string(),
});
export type RunLogPiece = z.output<typeof RunLogPiece>;
