/** The life of an issue as its events tell it: which status it had from when to when. */
import type { Activity, IssueSnapshot, IssueStatus } from '@muster/contracts';
import { issueMarks } from './marks.ts';
import { stretchesOf, type Stretch } from './time-line.ts';

interface Change {
  readonly at: string;
  readonly status: IssueStatus;
  readonly who: string;
}

export const isEnded = (status: IssueStatus | undefined): boolean =>
  status === 'done' || status === 'cancelled';

/** Events in any order. An ended issue does not grow: its last stretch is left out. */
export function lifeOf(events: readonly Activity[], now: string): readonly Stretch[] {
  const changes = events
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .flatMap(({ createdAt: at, details, actorName: who }): readonly Change[] => {
      const { status } = details as Partial<IssueSnapshot>;
      return status !== undefined && status in issueMarks ? [{ at, status, who }] : [];
    })
    .filter(({ status }, at, all) => status !== all[at - 1]?.status);
  const last = changes.at(-1);
  const isOver = isEnded(last?.status);
  const moments = changes.map(({ status, ...rest }) => ({ ...issueMarks[status], ...rest }));
  const stretches = stretchesOf(moments, isOver ? (last?.at ?? now) : now);
  return stretches.map(({ word, tone, from, to, who }) => ({ word, tone, from, to, who }));
}
