/** Comments of an issue and what happened between them, oldest first. */
import type { Activity, Comment } from '@muster/contracts';

export interface ThreadRow {
  readonly id: string;
  readonly at: string;
  readonly comment?: Comment;
  readonly event?: Activity;
}

/** The comments say it themselves. */
const OF_COMMENTS = new Set(['issue.commented']);

/**
 * `comments` are the newest ones, oldest first. Events from before the first of them are left out while `hasEarlier`
 * comments are not read, so that none stands among comments that it does not belong to.
 */
export function mixed(
  comments: readonly Comment[],
  events: readonly Activity[],
  hasEarlier: boolean,
): readonly ThreadRow[] {
  const from = hasEarlier ? (comments[0]?.createdAt ?? '') : '';
  return [
    ...comments.map((comment) => ({ id: comment.id, at: comment.createdAt, comment })),
    ...events
      .filter(({ action, createdAt }) => !OF_COMMENTS.has(action) && createdAt >= from)
      .map((event) => ({ id: event.id, at: event.createdAt, event })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
}
