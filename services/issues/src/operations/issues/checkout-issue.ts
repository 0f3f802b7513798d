import { Refusal, type issues, type Issue } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { emitFreed } from '../../bulk-effects/free-work-of-agent.ts';
import { authorOf, callerOf } from '../../domain/author.ts';
import { type Claim, explainClaim } from '../../domain/claim.ts';
import { claimableStatuses, issueMoves } from '../../domain/issue-machine.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { blockableEvent, issueEvent } from '../../events.ts';
import { claimIssue } from '../../store/claim.ts';
import { freeIssueOfTerminatedAgent } from '../../store/free-issues.ts';
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
  const { owned } = callerOf(actor);
  const request = { ref, agentId, from, callerAgentId, callerUserId, owned, runId, now };
  const issue = await claimIssue(db, scope, request);
  if (!issue) return undefined;
  const blockers = issue.openBlockers ?? [];
  emit(issueMoves.checkout.emits, blockableEvent(issueEvent(issue), blockers, true));
  return showIssue(issue);
}

/** The issue if the agent has it already, nothing if another try may succeed, else a refusal. */
async function explain(
  ref: string,
  claim: Claim,
  context: Context<typeof issues>,
): Promise<Issue | undefined> {
  const { db, actor, scope } = context;
  const found = await findIssueForDecision(db, scope, ref, callerOf(actor), claim.agentId);
  if (!found) throw new Refusal('issue_not_found');
  if (found.isOfTerminatedAgent && (await freeIssue(found.issue, context))) return undefined;
  const reason = explainClaim(found.issue, claim, found.facts);
  if (reason instanceof Refusal) throw reason;
  return reason === 'already_claimed' ? showIssue(found.issue) : undefined;
}

/** Frees an issue of a terminated agent that the steps of freeing its work have not reached yet. */
async function freeIssue(
  issue: IssueState,
  { db, now, emit }: Context<typeof issues>,
): Promise<boolean> {
  const freed = await freeIssueOfTerminatedAgent(db, issue, now);
  if (!freed || issue.assigneeAgentId === null) return false;
  emitFreed(emit, freed, issue.assigneeAgentId, false);
  return true;
}
