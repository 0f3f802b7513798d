/** What the issue waits for, that a run on it goes on after its end, and what the last run has come to. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueRunsQuery } from '../../cache/issue-runs.ts';
import { issueQuery } from '../../cache/queries.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { whatNow } from '../../domain/issues/what-now.ts';
import { isLive } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import css from './issue.module.css';
import { LastRun } from './last-run.tsx';

export function WhatNow({ issue }: { readonly issue: Output<'getIssue'> }): ReactElement {
  const { id } = useCompany();
  const names = useNames(id);
  const runs = useQuery(issueRunsQuery(id, issue.id)).data ?? [];
  const blockers = useQueries({
    queries: issue.blockedByIssueIds.map((each) => issueQuery(id, each)),
  }).flatMap(({ data }) => (data && !isEnded(data.status) ? [data.identifier] : []));
  const live = runs.find(({ status }) => isLive(status));
  const nameOf = (agentId: string | null): string => oneLine(names.of(agentId, null) ?? 'An agent');
  const words = whatNow(issue, {
    agent: nameOf(issue.assigneeAgentId),
    blockers,
    runner: live && nameOf(live.agentId),
  });
  return (
    <>
      {words !== undefined && (
        <section aria-label="Current state" className={css.lastRun}>
          <p>{words}</p>
        </section>
      )}
      <LastRun issue={issue} />
    </>
  );
}
