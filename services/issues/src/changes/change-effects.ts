/** What a change of an issue tells: the events of it, and the notes of its answer. */
import type { issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { authorOf } from '../domain/author.ts';
import type { Blocker } from '../domain/blockers.ts';
import type { UpdateDecision } from '../domain/issue-changes.ts';
import { noteOfHold, type StoredHold } from '../domain/holds/held.ts';
import { assigneeChanges, type IssuePatch } from '../domain/issue-fields.ts';
import { isFinal } from '../domain/issue-machine.ts';
import type { IssueState } from '../domain/issue-state.ts';
import { isNoLongerOverdue } from '../domain/overdue.ts';
import {
  noteOfOpenChildren,
  noteOfTextMentions,
  notesOf,
  showNote,
  type Answered,
} from '../domain/notes.ts';
import { NOTE_OF_SKIPPED } from '../domain/reviewing/verdict-right.ts';
import { assignmentEvent, blockableEvent, issueEvent } from '../events.ts';
import { listOpenChildren } from '../store/children/open-children.ts';
import { listMentionedIn } from '../store/roster.ts';

type Emit = Context<typeof issues>['emit'];

export interface Changed {
  readonly before: IssueState;
  readonly saved: IssueState;
  /** After the change. */
  readonly openBlockers: readonly Blocker[];
  readonly hold: StoredHold | null;
  /** A person has ended it without the review that its policy asks for. */
  readonly isUnreviewed?: boolean;
  /** It was blocked by the change, and an agent waits on it. */
  readonly hasOpenWait?: boolean;
  /** It was left or given up before the change, which has ended that. */
  readonly isNoLongerStuck?: true;
}

export function emitChanges(
  {
    before,
    saved,
    openBlockers,
    isUnreviewed,
    hasOpenWait,
    isNoLongerStuck,
  }: Omit<Changed, 'hold'>,
  { changes, reassigned }: UpdateDecision,
  emit: Emit,
): void {
  const stuck = isNoLongerStuck ? { isNoLongerStuck } : {};
  if (Object.keys(changes).length > 0) {
    const isStart = changes['status'] !== undefined && saved.status === 'in_progress';
    const event = blockableEvent(issueEvent(saved), openBlockers, isStart);
    const all = { ...changes, ...assigneeChanges(before, saved) };
    const note = isUnreviewed ? { note: NOTE_OF_SKIPPED } : {};
    const time = isNoLongerOverdue(before, saved) ? { isNoLongerOverdue: true as const } : {};
    const wait = hasOpenWait ? { hasOpenWait } : {};
    const payload = { ...event.payload, ...note, ...time, ...wait, ...stuck, changes: all };
    emit('issue.updated', { ...event, payload });
  }
  if (reassigned) {
    const event = assignmentEvent(saved, before.assigneeAgentId);
    const payload = { ...event.payload, ...stuck };
    emit('issue.assigned', blockableEvent({ ...event, payload }, openBlockers));
  }
}

export const emitUnblocked = (saved: IssueState, emit: Emit): void =>
  emit('issue.unblocked', issueEvent(saved));

const askedBy = (patch: IssuePatch): Answered['asked'] => ({
  status: patch.status !== undefined,
  assignee: patch.assigneeAgentId !== undefined || patch.assigneeUserId !== undefined,
});

/** Whether the note of the change says whom it wakes. */
export const isWakeAsked = (patch: IssuePatch): boolean =>
  Object.values(askedBy(patch)).includes(true);

/** `more`: notes of the comment that came with the change. */
export async function noteOfChange(
  patch: IssuePatch,
  { saved, openBlockers, hold, isUnreviewed }: Changed,
  { db, actor, scope, runId }: Context<typeof issues>,
  more: readonly string[],
): Promise<{ readonly note?: string }> {
  const author = authorOf(actor, runId);
  const asked = askedBy(patch);
  const notes = notesOf({ issue: saved, asked, author, openBlockers });
  if (asked.status && isFinal(saved.status)) {
    notes.push(...noteOfOpenChildren(await listOpenChildren(db, saved)));
  }
  if ((asked.status || asked.assignee) && !isFinal(saved.status)) notes.push(...noteOfHold(hold));
  if (isUnreviewed) notes.push(NOTE_OF_SKIPPED);
  const text = `${patch.title ?? ''}\n${patch.description ?? ''}`;
  const roster = await listMentionedIn(db, scope, saved.id, text);
  notes.push(...noteOfTextMentions(saved, text, roster, author));
  return showNote([...notes, ...more]);
}
