import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import type { Bar, Segment } from '../../domain/cost-days.ts';
import { dollars } from '../../domain/money.ts';
import { dayName } from '../../domain/month.ts';
import { useCostAddress } from './cost-address.ts';
import css from './costs.module.css';
import type { KindWords } from './kind-words.ts';

interface Props {
  readonly bar: Bar;
  readonly isFirst: boolean;
  readonly x: number;
  readonly width: number;
  readonly y: (cents: number) => number;
  readonly hatch: string;
  readonly words: KindWords;
}

/** Least height of what is not nothing. */
const SEEN = 2;

/** A day opens its bookings. */
export function DayBar({ bar, isFirst, x, width, y, hatch, words }: Props): ReactElement {
  const { issuePrefix } = useCompany();
  const { filter, searchOf } = useCostAddress();
  const isOpen = filter?.day === bar.day;
  const ground = y(0);
  const tops = topsOf(bar.segments);
  return (
    <Link
      to="/$prefix/costs"
      params={{ prefix: issuePrefix }}
      search={searchOf({ day: isOpen ? '' : bar.day })}
      replace
      resetScroll={false}
      activeProps={{}}
      className={`${css.day} ${isOpen ? css.openDay : ''}`}
      tabIndex={isOpen || (isFirst && filter?.day === undefined) ? 0 : -1}
      data-day=""
      aria-label={labelOf(bar, words)}
    >
      <title>{labelOf(bar, words)}</title>
      <rect className={css.hit} x={x - 2} y={0} width={width + 4} height={212} />
      {bar.segments.map(({ kind, cents, unknownCents }, at) => {
        const top = y(tops[at] ?? 0);
        const height = Math.max(SEEN, y((tops[at] ?? 0) - cents) - top);
        const unknown = cents > 0 ? Math.min(1, unknownCents / cents) * height : 0;
        return (
          <g key={kind ?? 'others'} className={css[`kind${words.colourOf(kind)}`] ?? css.others}>
            <rect x={x} y={top} width={width} height={height} />
            {unknown > 0 && <rect x={x} y={top} width={width} height={unknown} fill={hatch} />}
          </g>
        );
      })}
      {bar.hasUnknown && bar.segments.length === 0 && (
        <rect x={x} y={ground - 6} width={width} height={6} fill={hatch} />
      )}
    </Link>
  );
}

/** Where each segment ends, in cents from the ground. */
function topsOf(segments: readonly Segment[]): readonly number[] {
  let sum = 0;
  return segments.map(({ cents }) => (sum += cents));
}

function labelOf({ day, cents, segments, hasUnknown }: Bar, { nameOf }: KindWords): string {
  const parts = segments.map((each) => `${nameOf(each.kind)} ${dollars(each.cents)}`).join(', ');
  const unknown = hasUnknown ? '; a part has no known price' : '';
  return `${dayName(day)}: ${dollars(cents)}${parts === '' ? '' : ` (${parts})`}${unknown}`;
}
