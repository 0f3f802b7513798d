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

/** The last line of its output, or of what its program has said about its failure. */
export function lastLineOf({
  resultSummary,
  error,
}: Pick<Run, 'resultSummary' | 'error'>): string | undefined {
  if (resultSummary !== null && resultSummary !== '') return resultSummary;
  const lines = (error ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines.at(-1)?.trim() : undefined;
}

/** An error code, as `exit_code`, in a line. */
export const wordsOfCode = (errorCode: string): string => errorCode.replaceAll('_', ' ');

type Ended = Pick<Run, 'status' | 'exitCode' | 'error'>;

/** `failed (exit code 3)`, `was cancelled`, `ended without changing this issue`; nothing for one that is live. */
export function endOf(run: Ended, touched: boolean | undefined): string | undefined {
  if (isLive(run.status)) return undefined;
  if (run.status === 'succeeded') {
    return touched === false ? 'ended without changing this issue' : undefined;
  }
  if (run.status === 'cancelled') return 'was cancelled';
  const why = run.exitCode === null ? firstLineOf(run.error) : `exit code ${run.exitCode}`;
  const word = run.status === 'lost' ? 'was lost' : runMarks[run.status].word.toLowerCase();
  return why === null ? word : `${word} (${why})`;
}

/** What follows are the last lines that the program has printed. */
const firstLineOf = (error: string | null): string | null => error?.split('\n')[0] ?? null;
