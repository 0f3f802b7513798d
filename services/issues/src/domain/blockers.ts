/**
 * The open issues that block an issue. They order work: until the last of them has ended, no agent starts
 * the issue. What is in progress already stays so, and the board may start it all the same.
 */
import type { Issue, IssueStatus, RefusalCode } from '@muster/contracts';
import { isFinal } from './issue-machine.ts';

export type Blocker = Pick<Issue, 'id' | 'identifier' | 'title' | 'status'>;

interface Blocked {
  /** The calling agent; null for the board. */
  readonly callerAgentId: string | null;
  readonly openBlockers: readonly Blocker[];
}

/** For whatever brings an issue to `in_progress`. */
export const refusalOfBlocked = ({
  callerAgentId,
  openBlockers,
}: Blocked): RefusalCode | undefined =>
  callerAgentId !== null && openBlockers.length > 0 ? 'issue_blocked' : undefined;

/** Whether the issue waits for others: its assignment wakes no agent. */
export const isHeldBack = (status: IssueStatus, openBlockers: readonly Blocker[]): boolean =>
  status !== 'in_progress' && openBlockers.length > 0;

/** Whether a change of the list has freed the issue. An assignee that makes the change knows it. */
export const isFreedBy = (
  { callerAgentId, openBlockers: before }: Blocked,
  { status, assigneeAgentId }: Pick<Issue, 'status' | 'assigneeAgentId'>,
  after: readonly Blocker[],
): boolean =>
  before.length > 0 &&
  after.length === 0 &&
  !isFinal(status) &&
  (callerAgentId === null || callerAgentId !== assigneeAgentId);

const namesOf = (blockers: readonly Blocker[]): string[] =>
  blockers.map(({ identifier }) => identifier);

export const listOf = (blockers: readonly Blocker[]): string => namesOf(blockers).join(', ');

/** What the event of a change says of open blockers; a start in spite of them is noted. */
export const blockersInEvent = (
  openBlockers: readonly Blocker[],
  isStart: boolean,
): { readonly openBlockers?: string[]; readonly note?: string } =>
  openBlockers.length === 0
    ? {}
    : {
        openBlockers: namesOf(openBlockers),
        ...(isStart ? { note: noteOfStart(openBlockers) } : {}),
      };

export const noteOfStart = (openBlockers: readonly Blocker[]): string =>
  `started although open issues block it: ${listOf(openBlockers)}`;
