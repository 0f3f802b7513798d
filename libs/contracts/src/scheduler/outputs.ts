/** What a run has left in its folder of outputs, and what became of it. */
import { z } from 'zod';
import { event } from '../define.ts';
import { Id } from '../vocabulary.ts';

export const outputEvents = {
  'run.outputs_attached': event({
    entity: 'run',
    version: 1,
    summary: 'The runner has attached to the issue what a run had left in `SERVICE_OUTPUT_DIR`.',
    payload: z.object({
      runId: Id,
      agentId: Id,
      /** Null for a run without an issue: then all of it was refused. */
      issueId: Id.nullable(),
      attached: z.array(z.object({ fileId: Id, name: z.string(), bytes: z.int().min(0) })),
      /** With the reason, in words. */
      refused: z.array(z.object({ name: z.string(), why: z.string() })),
      /** Files beyond those, which were not attached either. */
      more: z.int().min(0),
    }),
  }),
} as const;
