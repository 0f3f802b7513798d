/**
 * What waits for the reader, in all companies. The page and every count beside a company's name are made by
 * these functions of one answer, so they cannot differ.
 */
import type { BoardInbox, BoardIssue, BoardIssueReason } from '@muster/contracts';
import { figure } from './count.ts';

export type Waits = BoardInbox['companies'][number]['counts'];
export type WaitKind = keyof Waits;

/** In the order of the page: decisions first. */
export const waitKinds = [
  'approvals',
  'joinRequests',
  'questions',
  'inReview',
  'assigned',
  'stuck',
  'overdue',
  'routines',
  'agents',
  'webhooks',
] as const satisfies readonly WaitKind[];

/** Numbers from here on mean as many or more. */
const COUNTED_MAX = 1_000;

export const none: Waits = {
  approvals: 0,
  joinRequests: 0,
  assigned: 0,
  inReview: 0,
  stuck: 0,
  overdue: 0,
  routines: 0,
  questions: 0,
  agents: 0,
  webhooks: 0,
};

export const waitsIn = (inbox: BoardInbox | undefined, companyId: string): Waits =>
  inbox?.companies.find((each) => each.companyId === companyId)?.counts ?? none;

export const totalOf = (waits: Waits): number =>
  waitKinds.reduce((sum, kind) => sum + (waits[kind] ?? 0), 0);

/** Of one kind, in all companies. */
export const countOf = (inbox: BoardInbox, kind: WaitKind): number =>
  inbox.companies.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0);

export const isEmpty = (inbox: BoardInbox): boolean =>
  waitKinds.every((kind) => countOf(inbox, kind) === 0);

export const issuesOf = (inbox: BoardInbox, reason: BoardIssueReason): readonly BoardIssue[] =>
  inbox.issues.filter((issue) => issue.reason === reason);

const stuckWords: Readonly<Record<string, string>> = {
  no_open_blocker: 'No open issue blocks it',
  agent_held: 'Its agent keeps failing and is on hold',
  run_cancelled: 'Its run was cancelled, and nothing follows',
  run_failed: 'Its run failed, and nothing follows',
  agent_terminated: 'Its agent was terminated',
};

/** Why nobody works on it; nothing for a cause that this board does not know. */
export const stuckWord = ({ stuckBy }: Pick<Partial<BoardIssue>, 'stuckBy'>): string | undefined =>
  stuckWords[stuckBy ?? ''];

/** `12`, or `1,000+` where the counting has ended. */
export const countWord = (count: number): string =>
  count < COUNTED_MAX ? figure(count) : `${figure(count)}+`;
