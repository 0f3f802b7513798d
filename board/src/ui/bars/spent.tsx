import type { ReactElement } from 'react';
import { dollars } from '../../domain/money.ts';
import css from './spent.module.css';

interface Props {
  readonly cents: number;
  /** 0: no limit. */
  readonly limitCents: number;
  /** What live runs may still spend. */
  readonly reservedCents?: number | undefined;
}

/** `$12.40 of $500.00` over a thin bar that fills up: spent first, then what is reserved. */
export function Spent({ cents, limitCents, reservedCents = 0 }: Props): ReactElement {
  if (limitCents === 0) return <span className="figure">{dollars(cents)}</span>;
  const part = (of: number): number => Math.min(100, Math.max(0, (of / limitCents) * 100));
  const spent = part(cents);
  const isTight = cents >= limitCents * TIGHT;
  return (
    <span className={css.spent}>
      <span className="figure">
        {dollars(cents)} <span className={`dim ${css.limit}`}>of {dollars(limitCents)}</span>
      </span>
      <svg className={css.bar} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.ground} width="100" height="3" />
        <rect className={css.reserved} width={part(cents + reservedCents)} height="3" />
        <rect className={isTight ? css.tight : css.full} width={spent} height="3" />
      </svg>
    </span>
  );
}

/** From here on a budget warns. */
const TIGHT = 0.8;
