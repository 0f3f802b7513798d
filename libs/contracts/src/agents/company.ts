/** Companies, as answers show them, and their settings. */
import { z } from 'zod';
import { reviewSettings } from '../review-policy.ts';
import { TimeZone } from '../cron.ts';
import { Cents, CompanyStatus, Id, Name, Text, Timestamp, Version } from '../vocabulary.ts';

/** Days within which an agent may reopen what it has ended, unless the company says otherwise. */
export const REOPEN_DAYS = 7;
/** A year: what is older is a new issue. */
const REOPEN_DAYS_MAX = 365;

export const companySettings = {
  name: Name,
  description: Text,
  budgetMonthlyCents: Cents,
  requireBoardApprovalForNewAgents: z.boolean(),
  timeZone: TimeZone,
  reviewRequired: z.boolean(),
  approvalsNeedAnother: z
    .boolean()
    .describe(
      'Who asked for an approval, or last changed its payload, may not decide it: another member does.',
    ),
  stopsEndedWork: z
    .boolean()
    .describe(
      'Whether a run ends when another party ends its issue or gives it to another assignee, and ' +
        'whether a wake-up for such an issue, or for a blocked one, is skipped when its run would start.',
    ),
  reopenDays: z
    .int()
    .min(0)
    .max(REOPEN_DAYS_MAX)
    .describe(
      'Days within which the agent that ended an issue may reopen it; 0: only the board reopens.',
    ),
  ...reviewSettings,
};

export const Company = z.object({
  id: Id,
  ...companySettings,
  timeZone: z.string(),
  /** The agents service of the release before leaves it out, which means false. */
  approvalsNeedAnother: companySettings.approvalsNeedAnother.optional(),
  /** The same, which means true. */
  stopsEndedWork: companySettings.stopsEndedWork.optional(),
  /** The same, which means 7. */
  reopenDays: companySettings.reopenDays.optional(),
  /** The same, which means `anyone`. */
  reviewPolicy: companySettings.reviewPolicy.optional(),
  /** The same, which means null. */
  reviewerAgentId: companySettings.reviewerAgentId.optional(),
  /** The same, which means `none`. */
  reviewEvidence: companySettings.reviewEvidence.optional(),
  /** The same, which means 5. */
  maxReviewRounds: companySettings.maxReviewRounds.optional(),
  status: CompanyStatus,
  /** The same, which means null. */
  erasesAt: Timestamp.nullable()
    .optional()
    .describe(
      'When it is erased with everything in it; until then it can be taken back. Else null.',
    ),
  issuePrefix: z.string(),
  spentMonthlyCents: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Company = z.output<typeof Company>;
