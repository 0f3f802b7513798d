/** A row of a ledger that leads nowhere: what it is, facts of it, and what can be done with it. */
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { oneLine } from '../domain/visible.ts';
import css from './acts.module.css';

interface Props {
  readonly name: ReactNode;
  readonly facts?: ReactNode;
  readonly acts?: ReactNode;
  /** Rows that belong below this one. */
  readonly below?: ReactNode;
}

export function ActRow({ name, facts, acts, below }: Props): ReactElement {
  const ref = useRef<HTMLLIElement>(null);
  // A row that is deleted by its own button leaves the focus on the page, not before its first link.
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      if (row?.contains(document.activeElement)) {
        row.closest('main')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <li ref={ref}>
      <div className={css.row}>
        <span className={css.name}>{name}</span>
        <span className={css.facts}>{facts}</span>
        <span className={css.acts}>{acts}</span>
      </div>
      {below}
    </li>
  );
}

interface ActProps {
  readonly word: string;
  /** Of the row, for those who hear the page: "Remove Ada". */
  readonly of: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onAct: () => void;
}

export const Act = ({
  word,
  of,
  danger = false,
  disabled = false,
  onAct,
}: ActProps): ReactElement => (
  <button
    type="button"
    className={`${css.act} ${danger ? css.danger : ''}`}
    disabled={disabled}
    onClick={onAct}
  >
    {word}
    <span className="only-read"> {oneLine(of)}</span>
  </button>
);
