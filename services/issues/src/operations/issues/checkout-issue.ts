import { Refusal, type issues, type Issue } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { authorOf } from '../../domain/author.ts';
import { type Claim, explainClaim } from '../../domain/claim.ts';
import { claimableStatuses, issueMoves } from '../../domain/issue-machine.ts';
import { issueEvent } from '../../events.ts';
import { claimIssue } from '../../store/claim.ts';
import { findIssueForDecision } from '../../store/issues-for-decisions.ts';
import { showIssue } from '../../views.ts';

/** Tries of a claim that failed although nothing prevents it: the issue changed in between. */
const TRIES_MAX = 3;

export const checkoutIssue: Handler<typeof issues, 'checkoutIssue'> = async (input, context) => {
  const claim = { ...input, agentId: input.agentId.toLowerCase() };
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const answer =
      (await tryClaim(input.issueId, claim, context)) ??
      (await explain(input.issueId, claim, context));
    if (answer) return answer;
  }
  throw new Refusal('overloaded');
};

async function tryClaim(
  ref: string,
  { agentId, expectedStatuses }: Claim,
  { db, actor, scope, runId, now, emit }: Context<typeof issues>,
): Promise<Issue | undefined> {
  const from = claimableStatuses.filter((status) => expectedStatuses.includes(status));
  const { agentId: callerAgentId, userId: callerUserId } = authorOf(actor, runId);
  const request = { ref, agentId, from, callerAgentId, callerUserId, runId, now };
  const issue = await claimIssue(db, scope, request);
  if (!issue) return undefined;
  emit(issueMoves.checkout.emits, issueEvent(issue));
  return showIssue(issue);
}

/** The issue if the agent has it already, nothing if another try may succeed, else a refusal. */
async function explain(
  ref: string,
  claim: Claim,
  { db, actor, scope }: Context<typeof issues>,
): Promise<Issue | undefined> {
  const callerAgentId = actor.type === 'agent' ? actor.id : null;
  const found = await findIssueForDecision(db, scope, ref, callerAgentId, claim.agentId);
  if (!found) throw new Refusal('issue_not_found');
  const reason = explainClaim(found.issue, claim, found.facts);
  if (reason instanceof Refusal) throw reason;
  return reason === 'already_claimed' ? showIssue(found.issue) : undefined;
}
