import { approvals, type agents } from '@muster/contracts';
import { forgetLettersAbout, reaction, type Context } from '@muster/service-kit';

/** Decisions that could not be applied are kept with their notes. */
export const forgetRedactedApprovals = reaction(
  approvals,
  ['approval.redacted', 'approval.comment_redacted'],
  async (event, { db }: Context<typeof agents>) => forgetLettersAbout(db, event),
);
