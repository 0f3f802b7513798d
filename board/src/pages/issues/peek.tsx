/** An issue over its list: enough to decide whether to open it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { commentsQuery, issueQuery } from '../../cache/queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issues.module.css';

interface Props {
  readonly issueId: string;
  readonly onClose: () => void;
}

export function Peek({ issueId, onClose }: Props): ReactElement {
  const company = useCompany();
  const issue = useQuery(issueQuery(company.id, issueId));
  return (
    <Dialog label="The issue at a glance" onClose={onClose} wide>
      <ProblemNote error={issue.error} onRetry={() => void issue.refetch()} />
      {issue.isPending && <Waiting rows={3} />}
      {issue.data && <Glance issue={issue.data} />}
    </Dialog>
  );
}

function Glance({ issue }: { readonly issue: Output<'getIssue'> }): ReactElement {
  const { id, issuePrefix, timeZone } = useCompany();
  const names = useNames(id);
  const comments = useInfiniteQuery(commentsQuery(id, issue.id)).data?.pages[0]?.items ?? [];
  const [last] = comments;
  const who = names.of(issue.assigneeAgentId, issue.assigneeUserId);
  return (
    <>
      <h1>
        <Text of={issue.title} />
      </h1>
      <p className={css.glance}>
        <Link
          to="/$prefix/issues/$ref"
          params={{ prefix: issuePrefix, ref: issue.identifier }}
          className="mono"
        >
          {issue.identifier}
        </Link>
        <StateMark kind="issue" mark={issueMarks[issue.status]} word />
        <span>{issue.priority}</span>
        <Text of={who ?? 'no one'} />
        <Ago time={issue.updatedAt} zone={timeZone} />
      </p>
      {issue.description !== null && issue.description !== '' && (
        <div className={css.glanceText}>
          <Prose text={issue.description} />
        </div>
      )}
      {last && (
        <div className={css.glanceText}>
          <p className="dim">
            <Text of={last.authorName} />, <Ago time={last.createdAt} zone={timeZone} />
          </p>
          <Prose text={last.body} />
        </div>
      )}
    </>
  );
}
