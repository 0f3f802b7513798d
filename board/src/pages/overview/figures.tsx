import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { figure, percent, plural } from '../../domain/count.ts';
import { dollars } from '../../domain/money.ts';
import { nearlyFull } from '../../domain/company/storage.ts';
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
  const full = nearlyFull(dashboard.storage);
  return (
    <ul className={css.figures} aria-label="Figures">
      <Figure
        to={`/${issuePrefix}/approvals`}
        count={pendingApprovals}
        word={plural(pendingApprovals, 'waits for a decision', 'wait for a decision')}
        loud={pendingApprovals > 0}
      />
      <Figure
        to={`/${issuePrefix}/runs?status=running`}
        count={runs.live}
        word={plural(runs.live, 'run live', 'runs live')}
      />
      <Figure
        to={`/${issuePrefix}/issues?status=in_progress`}
        count={tasks.inProgress}
        word={plural(tasks.inProgress, 'issue in progress', 'issues in progress')}
      />
      <Figure to={`/${issuePrefix}/issues?status=blocked`} count={tasks.blocked} word="blocked" />
      {tasks.unassigned !== undefined && (
        <Figure
          to={`/${issuePrefix}/issues?assignee=none`}
          count={tasks.unassigned}
          word="without an assignee"
        />
      )}
      <Figure
        to={`/${issuePrefix}/runs?status=failed`}
        count={runs.failedLastDay}
        word={`${plural(runs.failedLastDay, 'run')} failed since yesterday`}
      />
      {full !== undefined && (
        <li className={css.figure}>
          <strong className={css.loud}>{percent(full, 1)}</strong>
          <span>{full < 1 ? 'of its storage is used' : 'of its storage: nothing is added'}</span>
        </li>
      )}
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
  count,
  word,
  loud = false,
}: {
  readonly to: string;
  readonly count: number;
  readonly word: string;
  readonly loud?: boolean;
}): ReactElement => (
  <li className={css.figure}>
    <Link to={to} className={loud ? css.loud : undefined}>
      <strong>{figure(count)}</strong>
      <span>{word}</span>
    </Link>
  </li>
);
