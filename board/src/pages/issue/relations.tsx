/** What an issue waits for, what the board was asked about it, and the runs that worked on it. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueRunsQuery } from '../../cache/issue-runs.ts';
import { issueApprovalsQuery, issueQuery } from '../../cache/queries.ts';
import { askOf } from '../../domain/approvals.ts';
import { approvalMarks, issueMarks, runMarks } from '../../domain/marks.ts';
import { runCost } from '../../domain/money.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issue.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
}

const Group = ({
  title,
  after,
  children,
}: {
  readonly title: string;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}): ReactElement => (
  <section aria-label={title}>
    <h2>{title}</h2>
    <ul className={css.rows}>{children}</ul>
    {after}
  </section>
);

export function Blockers({
  issue,
  onChange,
}: Props & { readonly onChange: (() => void) | false }): ReactElement | null {
  const { id, issuePrefix } = useCompany();
  const blockers = useQueries({
    queries: issue.blockedByIssueIds.map((each) => issueQuery(id, each)),
  });
  if (blockers.length === 0 && !onChange) return null;
  return (
    <Group
      title="Blocked by"
      after={onChange && <Button onClick={onChange}>Change blockers</Button>}
    >
      {blockers.map(({ data }, at) =>
        data ? (
          <li key={data.id}>
            <Link to="/$prefix/issues/$ref" params={{ prefix: issuePrefix, ref: data.identifier }}>
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
          <Link
            to="/$prefix/approvals/$approvalId"
            params={{ prefix: issuePrefix, approvalId: approval.id }}
          >
            <StateMark kind="issue" mark={approvalMarks[approval.status]} />
            <Text of={askOf(approval)} />
          </Link>
        </li>
      ))}
    </Group>
  );
}

/** The newest runs on the issue, also those of other agents than its assignee. */
export function Runs({ issue }: Props): ReactElement | null {
  const { id, issuePrefix, timeZone } = useCompany();
  const names = useNames(id);
  const runs = useQuery(issueRunsQuery(id, issue.id)).data ?? [];
  if (runs.length === 0) return null;
  return (
    <Group title="Latest runs">
      {runs.map((run) => (
        <li key={run.id}>
          <Link to="/$prefix/runs/$runId" params={{ prefix: issuePrefix, runId: run.id }}>
            <StateMark kind="run" mark={runMarks[run.status]} word />
            {run.agentId !== issue.assigneeAgentId && (
              <Text of={names.of(run.agentId, null) ?? ''} />
            )}
            <Ago time={run.createdAt} zone={timeZone} />
            <span className="figure">{runCost(run.usage)}</span>
          </Link>
        </li>
      ))}
    </Group>
  );
}
