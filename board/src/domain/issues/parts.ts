/** How far the parts of an issue are, as one line. */
import type { IssueStatus } from '@muster/contracts';

interface Parts {
  readonly counts: Partial<Record<IssueStatus, number>>;
  readonly open: number;
  /** Only the first of them are counted. */
  readonly more: boolean;
}

export function progressOf({ counts, open, more }: Parts): string {
  const { cancelled = 0, blocked = 0 } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = `${all - open} of ${more ? 'more than ' : ''}${all} ended`;
  return [
    ended,
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
  ].join(', ');
}
