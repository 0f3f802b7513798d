/** Whether a change of an issue ends that it was stuck, which its event then says. */
import type { issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { isNoLongerLeft } from '../domain/stuck.ts';
import { removeGivenUpIssue } from '../store/given-up-issues.ts';

/**
 * An agent works in a run, whose start has ended it; so only what a person does is looked up, and only where
 * it gives the issue another status or assignee.
 */
export async function endOfStuck(
  { db, actor }: Pick<Context<typeof issues>, 'db' | 'actor'>,
  before: IssueState,
  saved: IssueState,
): Promise<{ readonly isNoLongerStuck?: true }> {
  const isMoved =
    saved.status !== before.status ||
    saved.assigneeAgentId !== before.assigneeAgentId ||
    saved.assigneeUserId !== before.assigneeUserId;
  if (!isMoved) return {};
  const wasGivenUp = actor.type !== 'agent' && (await removeGivenUpIssue(db, saved));
  return wasGivenUp || isNoLongerLeft(before, saved) ? { isNoLongerStuck: true } : {};
}
