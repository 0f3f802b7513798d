/** An issue as a line: identifier, state, title, who works on it, when it changed. */
import type { Company, IssueRow } from '@muster/contracts';
import { Link } from '@tanstack/react-router';
import { memo, type ReactElement } from 'react';
import { useNames } from '../../cache/company.ts';
import { issueMarks } from '../../domain/marks.ts';
import { Ago } from '../../ui/ago.tsx';
import { StateMark } from '../../ui/mark.tsx';
import ledger from '../../ui/ledger.module.css';
import { Text } from '../../ui/text.tsx';
import css from './issues.module.css';

interface Props {
  readonly issue: IssueRow;
  readonly company: Company;
  /** What was said last, where that is why somebody looks. */
  readonly said?: string | undefined;
}

/** Rendered again only where it has changed: a long list asks for all its lines at each step of scrolling. */
export const IssueLine = memo(function IssueLine({ issue, company, said }: Props): ReactElement {
  const names = useNames(company.id);
  const { identifier = '', title = '', status = 'backlog', priority = 'medium' } = issue;
  const who = names.of(issue.assigneeAgentId ?? null, issue.assigneeUserId ?? null);
  const isOver = status === 'done' || status === 'cancelled';
  return (
    <Link
      to="/$prefix/issues/$ref"
      params={{ prefix: company.issuePrefix, ref: identifier }}
      className={`${ledger.row} ${css.row}`}
      data-row={issue.id}
    >
      <span className={ledger.margin}>{identifier}</span>
      <span className={`${ledger.words} ${status === 'cancelled' ? ledger.struck : ''}`}>
        <StateMark kind="issue" mark={issueMarks[status]} />
        {!isOver && <Priority priority={priority} />}
        <Text of={title} />
        {said !== undefined && (
          <span className={css.said}>
            <Text of={said} />
          </span>
        )}
        {(issue.labels ?? []).map((label) => (
          <span key={label.id} className={css.label}>
            <Text of={label.name} />
          </span>
        ))}
      </span>
      <span className={ledger.side}>
        {who !== undefined && <Text of={who} />}
        {issue.updatedAt !== undefined && <Ago time={issue.updatedAt} zone={company.timeZone} />}
      </span>
    </Link>
  );
});

/** Only what is urgent is marked; the order of the list says the rest. */
export function Priority({ priority }: { readonly priority: string }): ReactElement | null {
  if (priority === 'medium' || priority === 'low') return null;
  return (
    <span className={priority === 'critical' ? css.critical : css.high}>
      <span aria-hidden="true">{priority === 'critical' ? '!!' : '!'}</span>
      <span className="only-read">{priority}</span>
    </span>
  );
}
