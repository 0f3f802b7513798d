/** How many issues are in each status: a bar, and the same as words that lead to them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { progressQuery } from '../../cache/planning-queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { progressOf, progressOrder } from '../../domain/planning.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { Progress } from '../../ui/bars/progress.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './projects.module.css';

interface Props {
  readonly of: Parameters<typeof progressQuery>[1];
  readonly search: Readonly<Record<string, string>>;
}

export function ProgressBar({ of, search }: Props): ReactElement {
  const { id, issuePrefix } = useCompany();
  const counts = useQuery(progressQuery(id, of));
  if (counts.error) return <ProblemNote error={counts.error} />;
  if (!counts.data) return <Waiting rows={2} />;
  const { byStatus, more } = counts.data;
  if (progressOf(byStatus).total === 0) return <p className={css.facts}>It has no issues yet.</p>;
  const shown = progressOrder.filter((status) => (byStatus[status] ?? 0) > 0);
  return (
    <div className={css.progress}>
      <Progress of={counts.data} />
      <ul className={css.counts} aria-label="Issues by status">
        {shown.map((status) => (
          <li key={status}>
            <Link
              to="/$prefix/issues"
              params={{ prefix: issuePrefix }}
              search={{ ...search, status }}
            >
              <StateMark kind="issue" mark={issueMarks[status]} word />
              <span className="figure">
                {byStatus[status]}
                {more.includes(status) && '+'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
