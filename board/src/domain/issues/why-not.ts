/** Why an issue cannot get a status now, by what its page shows. The API decides; these are the words for it. */
import type { Agent, Company, Hold, Issue, IssueStatus } from '@muster/contracts';
import { inSentence, stateOf } from '../agents.ts';
import { isEnded } from '../issue-life.ts';

export interface Moved extends Pick<Issue, 'status' | 'assigneeAgentId' | 'assigneeUserId'> {
  readonly hold?: Pick<Hold, 'name'> | null | undefined;
  readonly review?: { readonly mayDecide: boolean } | undefined;
}

export interface Around {
  readonly company: Pick<Company, 'status'>;
  readonly agent: Pick<Agent, 'name' | 'status' | 'pauseReason'> | undefined;
  /** Identifiers of the open issues that block it. */
  readonly blockers: readonly string[];
}

const START_FIRST = 'Start it first';
const SEND_BACK_FIRST = 'Send it back first';

export function whyNot(issue: Moved, to: IssueStatus, around: Around): string {
  const { status } = issue;
  if (to === status) return 'Its status now';
  if (around.company.status === 'archived') return 'The company is archived';
  if (isEnded(status)) return 'It has ended: reopen it first';
  if (to === 'in_progress') return whyNotStarted(issue, around);
  if (to === 'done' && status === 'in_review') return 'Somebody else has to review it';
  if (to === 'done' && status === 'in_progress') return 'Needs a review first';
  if (to === 'backlog') return 'Planned work cannot return to the backlog';
  if (to === 'cancelled') return 'You may not cancel it';
  if (status === 'in_review') return SEND_BACK_FIRST;
  return to === 'todo' ? 'It has started' : START_FIRST;
}

function whyNotStarted(issue: Moved, { agent, company, blockers }: Around): string {
  if (issue.status === 'backlog') return 'Move it to To do first';
  if (issue.assigneeAgentId === null && issue.assigneeUserId === null) return 'Assign it first';
  const cannotWork = agent && ['pending_approval', 'paused', 'terminated'].includes(agent.status);
  if (cannotWork) return inSentence(agent.name, stateOf(agent));
  if (company.status === 'paused') return 'The company is stopped';
  if (issue.hold) return `Held with ${issue.hold.name}`;
  if (blockers.length > 0) return `Blocked by ${blockers.join(', ')}`;
  if (issue.review?.mayDecide === false) return 'Somebody else has to review it';
  return 'Not possible now';
}
