/** Says that waits have begun or ended, and ends those of an issue that has ended. */
import { cutText, RECEIVED_MAX, type issues, WAITS_MAX } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { issueEvent } from '../events.ts';
import type { IssueSnapshotRow } from '../store/comments.ts';
import { cancelWaitsOf, snapshotsOf } from '../store/waits/ended-waits.ts';
import type { WaitRow } from '../store/waits/waits.ts';

type Emit = Context<typeof issues>['emit'];

const snapshotOf = ({
  id: waitId,
  agentId,
  note,
  until,
  deadline,
  onDeadline,
  signal,
}: WaitRow) => ({
  waitId,
  agentId,
  note,
  until,
  deadline,
  onDeadline,
  signal,
});

export function emitWaitStarted(wait: WaitRow, issue: IssueSnapshotRow, emit: Emit): void {
  const event = issueEvent(issue);
  emit('issue.wait_started', { ...event, payload: { ...event.payload, wait: snapshotOf(wait) } });
}

/** `moved`: the deadline has blocked or cancelled the issue. */
export function emitWaitEnded(
  wait: WaitRow,
  issue: IssueSnapshotRow,
  emit: Emit,
  moved = false,
): void {
  const event = issueEvent(issue);
  const received = wait.received === null ? null : cutText(wait.received, RECEIVED_MAX);
  const ended = { ...snapshotOf(wait), cause: wait.cause ?? 'cancelled', received, moved };
  emit('issue.wait_ended', { ...event, payload: { ...event.payload, wait: ended } });
}

/** The same for several of a company, with their issues as they are now. */
export async function emitWaitsEnded(
  { db, emit }: Context<typeof issues>,
  companyId: string,
  waits: readonly WaitRow[],
): Promise<void> {
  if (waits.length === 0) return;
  const shown = await snapshotsOf(
    db,
    companyId,
    waits.map(({ issueId }) => issueId),
  );
  for (const wait of waits) {
    const issue = shown.get(wait.issueId);
    if (issue) emitWaitEnded(wait, issue, emit);
  }
}

/** Nobody waits for anything on an issue that has ended. */
export async function cancelWaitsOfEnded(
  { db, emit }: Context<typeof issues>,
  issue: IssueSnapshotRow,
): Promise<void> {
  const cancelled = await cancelWaitsOf(db, issue, WAITS_MAX);
  for (const wait of cancelled) emitWaitEnded(wait, issue, emit);
}
