/** Ruled rows: what leads somewhere is one link, and `j` and `k` go from row to row. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Address } from './links/address.ts';
import { useKeys } from './keys.ts';
import css from './ledger.module.css';
import { figure } from '../domain/count.ts';

export function Ledger({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <ul className={css.ledger} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps extends Address {
  readonly margin: ReactNode;
  readonly children: ReactNode;
  readonly side?: ReactNode;
  readonly struck?: boolean;
}

/** The identifier in the margin, the words, and figures on the right. */
export const Row = (props: RowProps): ReactElement => (
  <li>
    <RowLink {...props} />
  </li>
);

export const RowLink = ({
  margin,
  children,
  side,
  struck = false,
  ...address
}: RowProps): ReactElement => (
  <Link {...address} className={css.row} data-row="">
    <span className={css.margin}>{margin}</span>
    <span className={`${css.words} ${struck ? css.struck : ''}`}>{children}</span>
    <span className={css.side}>{side}</span>
  </Link>
);

export function useRowKeys(): void {
  const move = (step: number): void => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = rows[at === -1 ? (step > 0 ? 0 : rows.length - 1) : at + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}

export const Section = ({
  title,
  count,
  loud = false,
  children,
}: {
  readonly title: string;
  readonly count?: number | string | undefined;
  readonly loud?: boolean;
  readonly children: ReactNode;
}): ReactElement => (
  <section className={css.section} aria-label={title}>
    <h2 className={loud ? css.loud : undefined}>
      {title}
      {count !== undefined && (
        <span className={css.count}>{typeof count === 'number' ? figure(count) : count}</span>
      )}
    </h2>
    {children}
  </section>
);

/** What comes here, and how. */
export const Empty = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className={css.empty}>{children}</div>
);

/** Rows of the final height; nothing for a moment, so that quick answers do not flicker. */
export const Waiting = ({ rows = 6 }: { readonly rows?: number }): ReactElement => (
  <div className={css.waiting} role="status" data-waiting="">
    <span className="only-read">Loading</span>
    {Array.from({ length: rows }, (_, at) => (
      <i key={at} />
    ))}
  </div>
);
