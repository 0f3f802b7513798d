/** Decides a change of an issue, with all that may refuse it. */
import { Refusal, type issues } from '@muster/contracts';
import type { Context, Db } from '@muster/service-kit';
import { authorOf, callerOf } from '../domain/author.ts';
import { decideUpdate, type UpdateDecision } from '../domain/issue-changes.ts';
import { fieldsAfter, type IssuePatch } from '../domain/issue-fields.ts';
import type { IssueState } from '../domain/issue-state.ts';
import type { PolicyFacts } from '../domain/policy-facts.ts';
import { lockBlockersAfter, requireChangedLinks } from '../store/changed-links.ts';
import { findHoldOfPlace } from '../store/holds/holding.ts';
import { lockIssueForDecision } from '../store/issues-for-decisions.ts';
import { requireAssignableUser } from '../store/members.ts';
import { reviewAfter, type ReviewChange } from './reviews.ts';

/** A decision that nothing refuses. */
export interface DecidedChange {
  readonly before: IssueState;
  readonly facts: PolicyFacts;
  /** Blockers and hold are those after the change. */
  readonly after: PolicyFacts;
  readonly decision: UpdateDecision;
  /** Nothing where nothing changes. */
  readonly review: ReviewChange | undefined;
}

/** The issue by id or identifier, the version that the caller saw, and the comment of the same request. */
export interface ChangeRequest {
  readonly issueId: string;
  readonly ifVersion?: number | undefined;
  readonly comment?: string | undefined;
}

/** Locks the issue. Whoever assigns it, or changes its links, has locked the agent and the links before. */
export async function decideChange(
  { issueId, ifVersion, comment }: ChangeRequest,
  patch: IssuePatch,
  { db, actor, scope, runId, now }: Context<typeof issues>,
): Promise<DecidedChange> {
  const author = authorOf(actor, runId);
  const subject = patch.assigneeAgentId ?? null;
  const found = await lockIssueForDecision(db, scope, issueId, callerOf(actor), subject);
  const { issue, facts } = found;
  if ((ifVersion ?? issue.version) !== issue.version) throw new Refusal('version_mismatch');
  const openBlockers = await lockBlockersAfter(db, issue, patch, facts);
  const open = patch.blockedByIssueIds && { blockedByIssueIds: openBlockers.map(({ id }) => id) };
  const after = { ...facts, openBlockers, hold: await holdAfter(db, issue, patch, facts) };
  const decision = decideUpdate(issue, { ...patch, ...open }, after, author, now);
  const { next, reassigned } = decision;
  await requireChangedLinks(db, decision);
  if (reassigned && next.assigneeUserId) {
    const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
    await requireAssignableUser(db, next.companyId, next.assigneeUserId, involved);
  }
  const review = isChange(decision)
    ? await reviewAfter(db, issue, next, facts, { author, comment })
    : undefined;
  return { before: issue, facts, after, decision, review };
}

const isChange = ({ changes, reassigned }: UpdateDecision): boolean =>
  reassigned || Object.keys(changes).length > 0;

/** Of the place that the issue will have, so that none is started by the move that brings it there. */
const holdAfter = (db: Db, issue: IssueState, patch: IssuePatch, { hold }: PolicyFacts) =>
  patch.parentId === undefined && patch.projectId === undefined
    ? hold
    : findHoldOfPlace(db, issue.companyId, { ...fieldsAfter(issue, patch), id: issue.id });
