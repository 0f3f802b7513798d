/** The policy of reviews: who gives the verdict, and what has to stand on an issue before. */
import { z } from 'zod';
import { Id } from './vocabulary.ts';

/** Who may give the verdict on an issue in review. */
export const ReviewPolicy = z.enum(['anyone', 'not_author', 'person', 'named']);
export type ReviewPolicy = z.output<typeof ReviewPolicy>;

/** What has to stand on an issue before it is handed over for review. */
export const ReviewEvidence = z.enum(['none', 'link', 'document', 'file']);
export type ReviewEvidence = z.output<typeof ReviewEvidence>;

/** Rounds of reviews between agents, unless the company says otherwise. */
export const MAX_REVIEW_ROUNDS = 5;
const ROUNDS_LIMIT = 50;

const POLICY =
  'Who gives the verdict on work in review: `anyone`; `not_author`, another than who has handed it over; ' +
  '`person`, a board user; `named`, the one reviewer that is named';
const EVIDENCE =
  'What has to stand on an issue before it goes to review: `link`, an http(s) address in its description ' +
  'or in a comment of who has the issue or hands it over; `document` or `file`, one of the issue';
const INHERITS = 'The nearest of issue, project and company counts; null: that of the next.';

/** Of a company, which inherits nothing. */
export const reviewSettings = {
  reviewPolicy: ReviewPolicy.describe(`${POLICY}. A project and an issue may have another.`),
  reviewerAgentId: Id.nullable().describe('The agent that `named` names; null otherwise.'),
  reviewEvidence: ReviewEvidence.describe(`${EVIDENCE}.`),
  maxReviewRounds: z
    .int()
    .min(1)
    .max(ROUNDS_LIMIT)
    .describe('Times that an issue is handed over to an agent; from then on the board decides.'),
};

/** Of a project or an issue. */
export const reviewFields = {
  reviewPolicy: ReviewPolicy.nullable().describe(`${POLICY}. ${INHERITS}`),
  reviewerAgentId: Id.nullable().describe('The agent that `named` names, or null.'),
  reviewerUserId: Id.nullable().describe('The board user whom `named` names, or null.'),
  reviewEvidence: ReviewEvidence.nullable().describe(`${EVIDENCE}. ${INHERITS}`),
};

const { reviewPolicy, reviewerAgentId, reviewerUserId, reviewEvidence } = reviewFields;
/** The same in answers; the release before leaves them out. */
export const reviewFieldsShown = {
  reviewPolicy: reviewPolicy.optional(),
  reviewerAgentId: reviewerAgentId.optional(),
  reviewerUserId: reviewerUserId.optional(),
  reviewEvidence: reviewEvidence.optional(),
};
