import type { IssueStatus, Run } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { useChangeIssue } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueRunsQuery } from '../../cache/issue-runs.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import start from '../start/start.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly change: ReturnType<typeof useChangeIssue>;
}

/** What is the case now; nothing where the end of the last run is shown. */
function wordsOf(status: IssueStatus, name: string, run: Run['status'] | undefined) {
  switch (status) {
    case 'in_review':
      return 'The work is ready. Read the comment; if it is what you wanted, press Done.';
    case 'done':
    case 'cancelled':
      return 'That was the first issue. The run has its log and its cost; press c for the next issue.';
    case 'blocked':
      return `${name} is blocked. Read what it needs, and answer in a comment.`;
    default:
  }
  if (run === 'running') return `${name} is at work. Open its run to watch what it writes.`;
  if (run === undefined || run === 'queued') {
    return `${name} has been woken. Its run appears on this page in a moment.`;
  }
  return status === 'in_progress' ? `${name} has begun, and its run has ended.` : undefined;
}

/** Guides through the first issue, and is gone when the page is opened another time. */
export function FirstSteps({ issue, change }: Props): ReactElement | null {
  const { first } = useSearch({ from: '/frame/$prefix/issues/$ref' });
  const { id } = useCompany();
  const names = useNames(id);
  const runs = useQuery(issueRunsQuery(id, issue.id));
  if (first !== true || runs.isPending) return null;
  const name = oneLine(names.of(issue.assigneeAgentId, null) ?? 'Your agent');
  const text = wordsOf(issue.status, name, runs.data?.[0]?.status);
  if (text === undefined) return null;
  const finish = (): void =>
    change.mutate({ issue, change: { status: 'done' }, key: crypto.randomUUID() });
  return (
    <div className={start.first} role="status">
      <p>{text}</p>
      {issue.status === 'in_review' && (
        <Button look="main" onClick={finish}>
          Done
        </Button>
      )}
    </div>
  );
}
