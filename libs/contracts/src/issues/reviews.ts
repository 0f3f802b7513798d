/** Reviews of issues. */
import { z } from 'zod';
import { ReviewEvidence, ReviewPolicy } from '../review-policy.ts';
import { Id } from '../vocabulary.ts';

/** What a reviewer says: `accepted` is done, `returned` is in progress again. */
export const ReviewVerdict = z.enum(['accepted', 'returned']);
export type ReviewVerdict = z.output<typeof ReviewVerdict>;

/** The review of an issue: what counts for it, wherever it is set, and how far it is. */
export const IssueReview = z
  .object({
    policy: ReviewPolicy,
    /** Whom `named` names; null otherwise. */
    namedAgentId: Id.nullable(),
    namedUserId: Id.nullable(),
    evidence: ReviewEvidence,
    /** How often it was handed over. */
    rounds: z.int(),
    maxRounds: z.int(),
    /** The agent that had it when it was last handed over. */
    authorAgentId: Id.nullable(),
    /** Who was asked for the verdict; both null: the board. */
    reviewerAgentId: Id.nullable(),
    reviewerUserId: Id.nullable(),
    /** Whether this caller may give a verdict now. */
    mayDecide: z.boolean(),
    /** Who may, in words, where this caller may not. */
    whoMay: z.string().optional(),
  })
  .describe('The policy of its review, wherever it is set, and how far the review is.');
export type IssueReview = z.output<typeof IssueReview>;

/** Refusals of what the policy of reviews forbids. */
export const reviewRefusals = ['review_not_yours', 'evidence_missing'] as const;
