import { useQueries } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import type { IssueChange } from '../../cache/change-issue.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { issueQuery } from '../../cache/queries.ts';
import { isEnded } from '../../domain/issue-life.ts';
import { whyNot } from '../../domain/issues/why-not.ts';
import { StatusPicker } from './pickers.tsx';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly onPick: (change: IssueChange) => void;
  readonly onClose: () => void;
}

/** All statuses: those that the issue cannot get say why. */
export function Status({ issue, onPick, onClose }: Props): ReactElement {
  const company = useCompany();
  const { agents } = useNames(company.id);
  const blockers = useQueries({
    queries: issue.blockedByIssueIds.map((each) => issueQuery(company.id, each)),
  }).flatMap(({ data }) => (data && !isEnded(data.status) ? [data.identifier] : []));
  const around = { company, agent: agents.get(issue.assigneeAgentId ?? ''), blockers };
  return (
    <StatusPicker
      statuses={issue.allowedTransitions}
      whyNot={(to) => whyNot(issue, to, around)}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
