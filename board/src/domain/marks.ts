/** The states of things: a word, a tone and a shape for each, so that colour alone says nothing. */
import type { AgentStatus, ApprovalStatus, IssueStatus, RunStatus } from '@muster/contracts';

export type Tone = 'quiet' | 'todo' | 'work' | 'review' | 'stuck' | 'done' | 'error' | 'call';
export type Shape =
  | 'dotted'
  | 'ring'
  | 'half'
  | 'most'
  | 'bar'
  | 'full'
  | 'struck'
  | 'pause'
  | 'cross';

export interface Mark {
  readonly word: string;
  readonly tone: Tone;
  readonly shape: Shape;
}

export const issueMarks: Readonly<Record<IssueStatus, Mark>> = {
  backlog: { word: 'Backlog', tone: 'quiet', shape: 'dotted' },
  todo: { word: 'To do', tone: 'todo', shape: 'ring' },
  in_progress: { word: 'In progress', tone: 'work', shape: 'half' },
  in_review: { word: 'In review', tone: 'review', shape: 'most' },
  blocked: { word: 'Blocked', tone: 'stuck', shape: 'bar' },
  done: { word: 'Done', tone: 'done', shape: 'full' },
  cancelled: { word: 'Cancelled', tone: 'quiet', shape: 'struck' },
};

export const agentMarks: Readonly<Record<AgentStatus, Mark>> = {
  pending_approval: { word: 'Needs approval', tone: 'review', shape: 'dotted' },
  idle: { word: 'Idle', tone: 'quiet', shape: 'ring' },
  running: { word: 'Running', tone: 'work', shape: 'full' },
  paused: { word: 'Paused', tone: 'stuck', shape: 'pause' },
  error: { word: 'Error', tone: 'error', shape: 'cross' },
  terminated: { word: 'Terminated', tone: 'quiet', shape: 'struck' },
};

export const runMarks: Readonly<Record<RunStatus, Mark>> = {
  queued: { word: 'Queued', tone: 'quiet', shape: 'dotted' },
  running: { word: 'Running', tone: 'work', shape: 'half' },
  succeeded: { word: 'Succeeded', tone: 'done', shape: 'full' },
  failed: { word: 'Failed', tone: 'error', shape: 'cross' },
  cancelled: { word: 'Cancelled', tone: 'quiet', shape: 'struck' },
  timed_out: { word: 'Timed out', tone: 'error', shape: 'cross' },
  lost: { word: 'Lost', tone: 'error', shape: 'cross' },
};

export const approvalMarks: Readonly<Record<ApprovalStatus, Mark>> = {
  pending: { word: 'Needs approval', tone: 'call', shape: 'ring' },
  revision_requested: { word: 'Revision requested', tone: 'review', shape: 'most' },
  approved: { word: 'Approved', tone: 'done', shape: 'full' },
  rejected: { word: 'Rejected', tone: 'error', shape: 'cross' },
  cancelled: { word: 'Cancelled', tone: 'quiet', shape: 'struck' },
};

export const isLive = (status: RunStatus): boolean => status === 'queued' || status === 'running';

/** Why an agent was started, as words. */
export const causeOf = ({
  wakeReason,
  reason,
  source,
}: {
  readonly wakeReason: string | null;
  readonly reason: string | null;
  readonly source: string;
}): string => (wakeReason ?? reason ?? source).replaceAll('_', ' ');
