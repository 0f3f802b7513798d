import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { dollars } from '../../domain/money.ts';
import css from './overview.module.css';

/** The state of the company in a line of figures, each of which leads to what it counts. */
export function Figures({
  dashboard,
}: {
  readonly dashboard: Output<'getDashboard'>;
}): ReactElement {
  const { issuePrefix } = useCompany();
  const { tasks, costs, runs, pendingApprovals } = dashboard;
  const limit = costs.monthBudgetCents;
  return (
    <ul className={css.figures} aria-label="Figures">
      <Figure
        to={`/${issuePrefix}/approvals`}
        word="wait for a decision"
        loud={pendingApprovals > 0}
      >
        {pendingApprovals}
      </Figure>
      <Figure to={`/${issuePrefix}/runs?status=running`} word="runs live">
        {runs.live}
      </Figure>
      <Figure to={`/${issuePrefix}/issues?status=in_progress`} word="issues in progress">
        {tasks.inProgress}
      </Figure>
      <Figure to={`/${issuePrefix}/issues?status=blocked`} word="blocked">
        {tasks.blocked}
      </Figure>
      <Figure to={`/${issuePrefix}/runs?status=failed`} word="runs failed since yesterday">
        {runs.failedLastDay}
      </Figure>
      <li className={css.figure}>
        <strong>{dollars(costs.monthSpendCents)}</strong>
        <span>
          {limit === 0 ? 'this month' : `of ${dollars(limit)} this month`}
          {(costs.monthUnknownEvents ?? 0) > 0 &&
            `, ${costs.monthUnknownEvents} with no known price`}
        </span>
        {limit > 0 && (
          <meter
            className={css.meter}
            aria-label="Part of the month's budget that is spent"
            max={100}
            value={Math.min(100, costs.monthUtilizationPercent)}
          />
        )}
      </li>
    </ul>
  );
}

const Figure = ({
  to,
  word,
  loud = false,
  children,
}: {
  readonly to: string;
  readonly word: string;
  readonly loud?: boolean;
  readonly children: ReactNode;
}): ReactElement => (
  <li className={css.figure}>
    <Link to={to} className={loud ? css.loud : undefined}>
      <strong>{children}</strong>
      <span>{word}</span>
    </Link>
  </li>
);
