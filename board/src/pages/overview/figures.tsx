import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany } from '../../cache/company.ts';
import { figure, percent, plural } from '../../domain/count.ts';
import { dollars } from '../../domain/money.ts';
import { nearlyFull } from '../../domain/company/storage.ts';
import type { Address } from '../../ui/links/address.ts';
import css from './overview.module.css';

/** The state of the company in a line of figures, each of which leads to what it counts. */
export function Figures({
  dashboard,
}: {
  readonly dashboard: Output<'getDashboard'>;
}): ReactElement {
  const { issuePrefix } = useCompany();
  const params = { prefix: issuePrefix };
  const { tasks, costs, runs, pendingApprovals } = dashboard;
  const full = nearlyFull(dashboard.storage);
  return (
    <ul className={css.figures} aria-label="Figures">
      <Figure
        to="/$prefix/approvals"
        params={params}
        count={pendingApprovals}
        word={plural(pendingApprovals, 'waits for a decision', 'wait for a decision')}
        loud={pendingApprovals > 0}
      />
      <Figure
        to="/$prefix/runs"
        params={params}
        search={{ status: 'running' }}
        count={runs.live}
        word={plural(runs.live, 'run live', 'runs live')}
      />
      <Figure
        to="/$prefix/issues"
        params={params}
        search={{ status: 'in_progress' }}
        count={tasks.inProgress}
        word={plural(tasks.inProgress, 'issue in progress', 'issues in progress')}
      />
      <Figure
        to="/$prefix/issues"
        params={params}
        search={{ status: 'blocked' }}
        count={tasks.blocked}
        word="blocked"
      />
      {tasks.unassigned !== undefined && (
        <Figure
          to="/$prefix/issues"
          params={params}
          search={{ assignee: 'none' }}
          count={tasks.unassigned}
          word="without an assignee"
        />
      )}
      <Figure
        to="/$prefix/runs"
        params={params}
        search={{ status: 'failed' }}
        count={runs.failedLastDay}
        word={`${plural(runs.failedLastDay, 'run')} failed since yesterday`}
        loud={runs.failedLastDay > 0}
      />
      {full !== undefined && (
        <li className={css.figure}>
          <strong className={css.loud}>{percent(full, 1)}</strong>
          <span>{full < 1 ? 'storage used' : 'storage used: nothing can be added'}</span>
        </li>
      )}
      <Spending costs={costs} />
    </ul>
  );
}

function Spending({ costs }: Pick<Output<'getDashboard'>, 'costs'>): ReactElement {
  const limit = costs.monthBudgetCents;
  return (
    <li className={css.figure}>
      <strong>{dollars(costs.monthSpendCents)}</strong>
      <span>
        {limit === 0 ? 'this month' : `of ${dollars(limit)} this month`}
        {(costs.monthUnknownEvents ?? 0) > 0 && `, ${costs.monthUnknownEvents} with no known price`}
      </span>
      {limit > 0 && (
        <meter
          className={css.meter}
          aria-label="Share of the monthly budget spent"
          max={100}
          value={Math.min(100, costs.monthUtilizationPercent)}
        />
      )}
    </li>
  );
}

interface FigureProps extends Address {
  readonly count: number;
  readonly word: string;
  readonly loud?: boolean;
}

const Figure = ({ count, word, loud = false, ...address }: FigureProps): ReactElement => (
  <li className={css.figure}>
    <Link {...address} className={loud ? css.loud : undefined}>
      <strong>{figure(count)}</strong>
      <span>{word}</span>
    </Link>
  </li>
);
