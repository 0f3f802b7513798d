/** What the last run on an issue has come to, where the issue itself does not show it. */
import type { Run } from '@muster/contracts';
import { isLive, runMarks } from '../marks.ts';

interface Listed {
  readonly count: number;
  readonly items: readonly { readonly issueId: string }[];
}

/** Of a receipt of a run, what is asked here. */
interface Receipt {
  readonly issues: Readonly<
    Record<'checkedOut' | 'released' | 'comments' | 'changed' | 'created', Listed>
  > | null;
  readonly approvals: { readonly count: number } | null;
}

/** Whether the run has done anything to the issue, or has asked the board; undefined while that is not known. */
export function hasTouched(issueId: string, receipt: Receipt | undefined): boolean | undefined {
  if (!receipt?.issues || !receipt.approvals) return undefined;
  const { issues, approvals } = receipt;
  const lists = [issues.checkedOut, issues.released, issues.comments, issues.changed];
  const isOfIssue = lists.some(({ items }) => items.some((each) => each.issueId === issueId));
  return isOfIssue || issues.created.count > 0 || approvals.count > 0;
}

type Ended = Pick<Run, 'status' | 'exitCode' | 'error'>;

/** `failed (exit code 3)`, `was cancelled`, `ended without changing this issue`; nothing for one that is live. */
export function endOf(run: Ended, touched: boolean | undefined): string | undefined {
  if (isLive(run.status)) return undefined;
  if (run.status === 'succeeded') {
    return touched === false ? 'ended without changing this issue' : undefined;
  }
  if (run.status === 'cancelled') return 'was cancelled';
  const why = run.exitCode === null ? run.error : `exit code ${run.exitCode}`;
  const word = run.status === 'lost' ? 'was lost' : runMarks[run.status].word.toLowerCase();
  return why === null ? word : `${word} (${why})`;
}
