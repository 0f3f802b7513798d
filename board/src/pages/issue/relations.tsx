/** What an issue waits for, what the board was asked about it, and the runs that worked on it. */
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { issueApprovalsQuery, issueQuery, runsQuery } from '../../cache/queries.ts';
import { askOf } from '../../domain/approvals.ts';
import { approvalMarks, issueMarks, runMarks } from '../../domain/marks.ts';
import { runCost } from '../../domain/money.ts';
import { Ago } from '../../ui/ago.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issue.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
}

const Group = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement => (
  <section aria-label={title}>
    <h2>{title}</h2>
    <ul className={css.rows}>{children}</ul>
  </section>
);

export function Blockers({ issue }: Props): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const blockers = useQueries({
    queries: issue.blockedByIssueIds.map((each) => issueQuery(id, each)),
  });
  if (blockers.length === 0) return null;
  return (
    <Group title="Blocked by">
      {blockers.map(({ data }, at) =>
        data ? (
          <li key={data.id}>
            <Link to={`/${issuePrefix}/issues/${data.identifier}`}>
              <StateMark kind="issue" mark={issueMarks[data.status]} />
              <span className="mono">{data.identifier}</span>
              <Text of={data.title} />
            </Link>
          </li>
        ) : (
          <li key={issue.blockedByIssueIds[at]}>
            <span className="dim">…</span>
          </li>
        ),
      )}
    </Group>
  );
}

export function Approvals({ issue }: Props): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const approvals = useQuery(issueApprovalsQuery(id, issue.id)).data ?? [];
  if (approvals.length === 0) return null;
  return (
    <Group title="Approvals">
      {approvals.map((approval) => (
        <li key={approval.id}>
          <Link to={`/${issuePrefix}/approvals/${approval.id}`}>
            <StateMark kind="issue" mark={approvalMarks[approval.status]} />
            <Text of={askOf(approval)} />
          </Link>
        </li>
      ))}
    </Group>
  );
}

/** Of the newest runs of the agent, those on this issue. */
export function Runs({ issue }: Props): ReactElement | null {
  const { id, issuePrefix, timeZone } = useCompany();
  const agentId = issue.assigneeAgentId ?? undefined;
  const runs = useInfiniteQuery(runsQuery(id, agentId === undefined ? {} : { agentId })).data;
  const own = runs?.pages.flatMap(({ items }) => items).filter((run) => run.issueId === issue.id);
  if (!own || own.length === 0) return null;
  return (
    <Group title="Latest runs">
      {own.map((run) => (
        <li key={run.id}>
          <Link to={`/${issuePrefix}/runs/${run.id}`}>
            <StateMark kind="run" mark={runMarks[run.status]} word />
            <Ago time={run.createdAt} zone={timeZone} />
            <span className="figure">{runCost(run.usage)}</span>
          </Link>
        </li>
      ))}
    </Group>
  );
}
