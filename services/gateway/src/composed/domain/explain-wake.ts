/** Explains a wake-up from the scheduler's records and its subject. */
import type { Approval, Comment, Issue, WakeExplanation, WakeRecords } from '@muster/contracts';
import { explainFailing, explanationOf } from './wake-explanations.ts';

/** The issue, comment or approval in its present state. */
export type WakeSubject =
  | { readonly kind: 'comment'; readonly comment: Comment; readonly issue: WakingIssue }
  | { readonly kind: 'issue'; readonly issue: WakingIssue }
  | {
      readonly kind: 'approval';
      readonly approval: Pick<Approval, 'id' | 'status' | 'requestedByAgentId' | 'createdAt'>;
    };

type WakingIssue = Pick<
  Issue,
  'id' | 'status' | 'assigneeAgentId' | 'assignedByAgentId' | 'createdAt'
> & {
  /** An open issue blocks it. */
  readonly isBlocked?: boolean;
  /** The board holds it. */
  readonly hold?: object | null | undefined;
};

export function explainRecords(records: WakeRecords, subject: WakeSubject): WakeExplanation {
  const [wake = null] = records.wakes;
  const run = records.runs.find(({ id }) => id === wake?.runId) ?? null;
  const woken = wake?.status === 'delivered';
  const reason = reasonOf(records, subject);
  return {
    agentId: records.agentId,
    companyId: records.companyId,
    woken,
    reason,
    explanation:
      reason === 'agent_failing' ? explainFailing(records) : explanationOf(reason, woken),
    heldUntil: isOfHold(reason) ? (records.heldUntil ?? null) : null,
    wake,
    run,
    trail: trailOf(records, subject),
    skips: records.skipCounts,
  };
}

const isOfHold = (reason: string): boolean =>
  reason.startsWith('waiting_for_') || reason === 'agent_failing';

function reasonOf(records: WakeRecords, subject: WakeSubject): string {
  const [wake] = records.wakes;
  const [skip] = records.skips;
  // The latest record decides: an agent may have been skipped and woken later, or the reverse.
  if (skip && (!wake || skip.at > wake.createdAt)) return skip.reason;
  if (!wake) return reasonOfSubject(records.agentId, subject);
  switch (wake.status) {
    case 'delivered':
      return wake.reason;
    case 'coalesced':
      if (records.heldFor === 'provider') return 'waiting_for_provider';
      if (records.heldFor === 'failing') return 'agent_failing';
      return records.adapterType === 'remote' ? 'waiting_to_be_fetched' : 'run_queued';
    case 'pending':
      return pendingReason(records);
    case 'skipped':
      return 'run_cancelled';
    case 'failed':
      return 'run_failed';
    default:
      return wake.status satisfies never;
  }
}

const ofHold: Readonly<Record<string, string>> = {
  loop: 'agent_in_loop',
  failing: 'agent_failing',
};

function pendingReason({ agentStatus, companyStatus, heldFor, liveRunId }: WakeRecords): string {
  if (companyStatus !== 'active') return `company_${companyStatus}`;
  if (agentStatus === 'paused') return heldFor === 'loop' ? 'agent_in_loop' : 'agent_paused';
  if (heldFor) return ofHold[heldFor] ?? `waiting_for_${heldFor}`;
  return liveRunId ? 'run_in_progress' : 'about_to_run';
}

/** Without a record, the reason follows from the subject itself. */
function reasonOfSubject(agentId: string, subject: WakeSubject): string {
  switch (subject.kind) {
    case 'comment':
      return reasonOfComment(agentId, subject.comment, subject.issue);
    case 'issue':
      return reasonOfIssue(agentId, subject.issue);
    case 'approval': {
      const { requestedByAgentId, status } = subject.approval;
      if (requestedByAgentId !== agentId) return 'not_the_requester';
      return status === 'pending' ? 'not_decided' : 'not_heard_yet';
    }
    default:
      return subject satisfies never;
  }
}

function reasonOfComment(agentId: string, comment: Comment, issue: WakingIssue): string {
  if (comment.authorAgentId === agentId) return 'own_doing';
  const mention = comment.mentions.find((one) => one.agentId === agentId);
  if (mention && !mention.woken) return mention.reason ?? 'not_woken';
  if (mention) return 'not_heard_yet';
  if (issue.assigneeAgentId !== agentId) return 'not_addressed';
  return isInactive(issue) ? `comment_on_${issue.status}` : 'not_heard_yet';
}

const isInactive = ({ status }: WakingIssue): boolean =>
  ['backlog', 'done', 'cancelled'].includes(status);

function reasonOfIssue(agentId: string, issue: WakingIssue): string {
  if (issue.assigneeAgentId !== agentId) return 'not_the_assignee';
  if (isInactive(issue)) return `issue_${issue.status}`;
  if (issue.isBlocked && issue.status !== 'in_progress') return 'issue_blocked';
  if (issue.hold) return 'issue_held';
  return issue.assignedByAgentId === agentId ? 'own_doing' : 'not_heard_yet';
}

function trailOf(
  { wakes, skips, runs }: WakeRecords,
  subject: WakeSubject,
): WakeExplanation['trail'] {
  const trail: WakeExplanation['trail'] = [
    firstEntryOf(subject),
    ...wakes.map(({ id, createdAt, reason, status }) => ({
      at: createdAt,
      what: 'wake' as const,
      says: `${reason}: ${status}`,
      id,
    })),
    ...skips.map(({ at, reason }) => ({ at, what: 'skip' as const, says: reason, id: null })),
    ...[...new Map(runs.map((run) => [run.id, run])).values()].map((run) => ({
      at: run.createdAt,
      what: 'run' as const,
      says: run.status,
      id: run.id,
    })),
  ];
  return trail.toSorted((a, b) => a.at.localeCompare(b.at));
}

function firstEntryOf(subject: WakeSubject): WakeExplanation['trail'][number] {
  switch (subject.kind) {
    case 'comment': {
      const { id, createdAt, authorName } = subject.comment;
      return { at: createdAt, what: 'comment', says: `written by ${authorName}`, id };
    }
    case 'issue': {
      const { id, createdAt, status } = subject.issue;
      return { at: createdAt, what: 'issue', says: `now ${status}`, id };
    }
    case 'approval': {
      const { id, createdAt, status } = subject.approval;
      return { at: createdAt, what: 'approval', says: `now ${status}`, id };
    }
    default:
      return subject satisfies never;
  }
}
