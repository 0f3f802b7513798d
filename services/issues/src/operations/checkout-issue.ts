import { Refusal, type issues, type Issue } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { explainClaim, type Claim } from '../domain/claim.ts';
import { claimableStatuses } from '../domain/issue-machine.ts';
import { claimIssue } from '../store/claim.ts';
import { findJudged } from '../store/issue-rows.ts';
import { authorOf, showIssue, snapshotOf } from './snapshot.ts';

/** A claim that finds nothing in its way and yet claims nothing met a change; it tries again. */
const TRIES_MAX = 3;

export const checkoutIssue: Handler<typeof issues, 'checkoutIssue'> = async (input, context) => {
  const claim = { ...input, agentId: input.agentId.toLowerCase() };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const answer = (await tryClaim(input.issueId, claim, context)) ??
      (await explain(input.issueId, claim, context));
    if (answer) return answer;
  }
  throw new Refusal('overloaded');
};

async function tryClaim(
  ref: string,
  { agentId, expectedStatuses }: Claim,
  { db, actor, scope, runId, now, say }: Context<typeof issues>,
): Promise<Issue | undefined> {
  const from = claimableStatuses.filter((status) => expectedStatuses.includes(status));
  const { agentId: callerAgentId, userId: callerUserId } = authorOf(actor, runId);
  if (callerAgentId !== null && callerAgentId !== agentId) return undefined;
  const request = { ref, agentId, from, callerAgentId, callerUserId, runId, now };
  const issue = await claimIssue(db, scope, request);
  if (!issue) return undefined;
  const { companyId, id } = issue;
  say('issue.checked_out', { companyId, entityId: id, payload: snapshotOf(issue) });
  return showIssue(issue);
}

/**
 * The issue where the agent has it already, nothing where another try may succeed, else a
 * refusal.
 */
async function explain(
  ref: string,
  claim: Claim,
  { db, actor, scope }: Context<typeof issues>,
): Promise<Issue | undefined> {
  const callerAgentId = actor.type === 'agent' ? actor.id : null;
  const found = await findJudged(db, scope, ref, callerAgentId, claim.agentId);
  if (!found) throw new Refusal('issue_not_found');
  const reason = explainClaim(found.issue, claim, found.standing);
  if (reason instanceof Refusal) throw reason;
  return reason === 'mine' ? showIssue(found.issue) : undefined;
}
