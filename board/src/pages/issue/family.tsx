import { Link } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import css from './issue.module.css';

/** From the root to the parent; this issue last. */
export function Family({
  identifier,
  ancestors,
}: {
  readonly identifier: string;
  readonly ancestors: readonly { readonly id: string; readonly identifier: string }[];
}): ReactElement {
  const { issuePrefix } = useCompany();
  return (
    <nav aria-label="Parents" className={css.family}>
      {ancestors.toReversed().map((each) => (
        <Fragment key={each.id}>
          <Link to="/$prefix/issues/$ref" params={{ prefix: issuePrefix, ref: each.identifier }}>
            {each.identifier}
          </Link>
          <span aria-hidden="true"> / </span>
        </Fragment>
      ))}
      <span aria-current="page">{identifier}</span>
    </nav>
  );
}
