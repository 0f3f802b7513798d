/** What an issue waits for or is in the middle of, in a sentence, where its status alone does not say it. */
import type { Hold, Issue } from '@muster/contracts';
import { isEnded } from '../issue-life.ts';

export interface Shown extends Pick<Issue, 'status' | 'assigneeAgentId' | 'assigneeUserId'> {
  readonly hold?: Pick<Hold, 'name'> | null | undefined;
}

export interface Near {
  /** The name of its agent. */
  readonly agent: string;
  /** Identifiers of the open issues that block it. */
  readonly blockers: readonly string[];
  /** Who still runs on it. */
  readonly runner: string | undefined;
}

/** Undefined where there is nothing to add; a hold has a line of its own. */
export function whatNow(issue: Shown, { agent, blockers, runner }: Near): string | undefined {
  if (isEnded(issue.status)) {
    return (
      runner &&
      `${runner} is still running on it. The run stops within seconds unless ${runner} ended the issue itself; its page has a button to stop it.`
    );
  }
  if (issue.status !== 'todo' || issue.hold) return undefined;
  if (blockers.length > 0) {
    const list = blockers.join(', ');
    const isHeard = issue.assigneeAgentId !== null;
    return isHeard
      ? `It waits for ${list}. ${agent} is woken when ${blockers.length > 1 ? 'they have' : 'that has'} ended.`
      : `It waits for ${list}.`;
  }
  const isAssigned = issue.assigneeAgentId !== null || issue.assigneeUserId !== null;
  return isAssigned ? undefined : 'Nobody is assigned, so nobody starts it. Assign an agent.';
}
