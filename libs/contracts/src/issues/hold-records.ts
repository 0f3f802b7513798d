/** Holds, as answers show them. */
import { z } from 'zod';
import { Id, Timestamp } from '../vocabulary.ts';

/** A hold of an issue or of a project; it holds everything below, also what comes later. */
export const Hold = z.object({
  /** The issue that is held, with what is below it; null for a hold of a project. */
  issueId: Id.nullable(),
  projectId: Id.nullable(),
  /** The identifier of the issue, or the name of the project. */
  name: z.string(),
  reason: z.string(),
  heldByUserId: Id.nullable(),
  heldAt: Timestamp,
});
export type Hold = z.output<typeof Hold>;
