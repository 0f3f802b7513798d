/** How many issues are in each status: a bar, and the same as words that lead to them. */
import type { IssueStatus } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { progressQuery } from '../../cache/planning-queries.ts';
import { issueMarks } from '../../domain/marks.ts';
import { progressOf } from '../../domain/planning.ts';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './projects.module.css';

/** What is done first, so that the bar fills from its beginning. */
const ORDER: readonly IssueStatus[] = [
  'done',
  'in_review',
  'in_progress',
  'blocked',
  'todo',
  'backlog',
];

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
  const { total, done, percent } = progressOf(byStatus);
  if (total === 0) return <p className={css.facts}>It has no issues yet.</p>;
  const shown = ORDER.filter((status) => (byStatus[status] ?? 0) > 0);
  return (
    <div className={css.progress}>
      <p>
        {done} of {total} done, {percent} %
      </p>
      <div className={css.bar} aria-hidden="true">
        {shown.map((status) => (
          <i
            key={status}
            className={css[issueMarks[status].tone]}
            style={{ flexGrow: byStatus[status] ?? 0 }}
          />
        ))}
      </div>
      <ul className={css.counts} aria-label="Issues by status">
        {shown.map((status) => (
          <li key={status}>
            <Link to={`/${issuePrefix}/issues`} search={{ ...search, status }}>
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
