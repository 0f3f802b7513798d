/** Rows with columns: the first cell names the row and leads to it, and figures are on the right. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Address } from './links/address.ts';
import css from './table.module.css';

export interface Column<T> {
  readonly word: string;
  readonly render: (row: T) => ReactNode;
  readonly figure?: boolean;
  /** Left out where there is no room for it. */
  readonly wide?: boolean;
}

interface Props<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly to?: (row: T) => Address | undefined;
  /** Whether the label is shown as well as read. */
  readonly caption?: boolean;
}

export function Table<T>({
  label,
  columns,
  rows,
  keyOf,
  to,
  caption = false,
}: Props<T>): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <div className={css.box} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table}>
        <caption className={caption ? css.caption : 'only-read'}>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.word} scope="col" className={classOf(column)}>
                {column.word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => (
                <Cell key={column.word} column={column} row={row} to={at === 0 ? to : undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<T>({
  column,
  row,
  to,
}: {
  readonly column: Column<T>;
  readonly row: T;
  readonly to: Props<T>['to'] | undefined;
}): ReactElement {
  const address = to?.(row);
  if (address === undefined) return <td className={classOf(column)}>{column.render(row)}</td>;
  return (
    <th scope="row" className={classOf(column)}>
      <Link {...address} className={css.link} data-row="">
        {column.render(row)}
      </Link>
    </th>
  );
}

const classOf = ({
  figure = false,
  wide = false,
}: Omit<Column<never>, 'render' | 'word'>): string =>
  `${figure ? 'figure' : ''} ${wide ? css.wide : ''}`;
