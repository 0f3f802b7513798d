/**
 * A bar a day, a segment a kind; below, what the month has come to, with its limit. What has no known price
 * is hatched. The table below it says the same.
 */
import { Link } from '@tanstack/react-router';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { useCompany } from '../../cache/company.ts';
import type { Bar, CostDay } from '../../domain/cost-days.ts';
import { dollars } from '../../domain/money.ts';
import { dayName } from '../../domain/month.ts';
import { DayBar } from './day-bar.tsx';
import css from './costs.module.css';
import { useCostAddress } from './cost-address.ts';
import { useKindWords } from './kind-words.ts';

const WIDTH = 960;
const BARS = { top: 12, height: 180 } as const;
const SUM = { top: 232, height: 76 } as const;
const HEIGHT = 324;
const LEFT = 56;

interface Props {
  readonly bars: readonly Bar[];
  readonly days: readonly CostDay[];
  /** 0: no limit. */
  readonly budgetCents: number;
}

export function DayChart({ bars, days, budgetCents }: Props): ReactElement {
  const hatch = useId();
  const words = useKindWords(days);
  const x = scaleBand(
    bars.map(({ day }) => day),
    [LEFT, WIDTH],
  ).padding(0.2);
  const most = Math.max(1, ...bars.map(({ segments }) => segments.reduce(addCents, 0)));
  const y = scaleLinear([0, most], [BARS.height, 0]).nice(3);
  const box = useLastInView(x(bars.findLast(({ cents }) => cents !== 0)?.day ?? '') ?? 0);
  return (
    <figure className={css.figure}>
      <figcaption className="only-read">
        Costs by day and running total. The table below has the same figures.
      </figcaption>
      <div ref={box} className={css.scrolls}>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="group"
          aria-label="Costs by day"
          onKeyDown={walk}
        >
          <Hatch id={hatch} />
          <Axis y={y} top={BARS.top} />
          {bars.map((bar, at) => (
            <DayBar
              key={bar.day}
              bar={bar}
              isFirst={at === 0}
              x={x(bar.day) ?? 0}
              width={x.bandwidth()}
              y={(cents) => BARS.top + y(cents)}
              hatch={`url(#${hatch})`}
              words={words}
            />
          ))}
          {bars.map(({ day }) => (
            <text key={day} className={css.tick} x={(x(day) ?? 0) + x.bandwidth() / 2} y={208}>
              {Number(day.slice(-2))}
            </text>
          ))}
          <SoFar
            bars={bars}
            x={(day) => (x(day) ?? 0) + x.bandwidth() / 2}
            budgetCents={budgetCents}
          />
        </svg>
      </div>
      {bars.some(({ hasUnknown }) => hasUnknown) && (
        <p className={css.opened}>Hatched: no known price, estimated from tokens.</p>
      )}
      <OpenDay bars={bars} />
    </figure>
  );
}

/** A phone shows half of a month: the half in which the last costs are. */
function useLastInView(at: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const { scrollWidth, clientWidth } = box.current;
    box.current.scrollLeft = (at / WIDTH) * scrollWidth - clientWidth / 2;
  }, [at]);
  return box;
}

const addCents = (sum: number, { cents }: { readonly cents: number }): number => sum + cents;

/** Lines over a colour: not measured. */
const Hatch = ({ id }: { readonly id: string }): ReactElement => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect className={css.hatchGround} width="6" height="6" />
    <rect className={css.hatchLine} width="2.4" height="6" />
  </pattern>
);

function Axis({
  y,
  top,
}: {
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly top: number;
}): ReactElement {
  return (
    <g aria-hidden="true">
      {y.ticks(3).map((cents) => (
        <g key={cents}>
          <path className={css.rule} d={`M${LEFT} ${top + y(cents)}H${WIDTH}`} />
          <text className={css.scale} x={LEFT - 8} y={top + y(cents) + 4}>
            {dollars(cents)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The month up to each day, and the limit where it is near enough to be seen. */
function SoFar({
  bars,
  x,
  budgetCents,
}: {
  readonly bars: readonly Bar[];
  readonly x: (day: string) => number;
  readonly budgetCents: number;
}): ReactElement {
  const last = bars.findLastIndex(({ cents, hasUnknown }) => cents !== 0 || hasUnknown);
  const shown = bars.slice(0, last + 1);
  const most = Math.max(1, budgetCents, ...bars.map(({ soFarCents }) => soFarCents));
  const y = scaleLinear([0, most], [SUM.height, 0]);
  const at = (cents: number): number => SUM.top + y(Math.max(0, cents));
  const path = line<Bar>(
    ({ day }) => x(day),
    ({ soFarCents }) => at(soFarCents),
  );
  const under = area<Bar>(
    ({ day }) => x(day),
    at(0),
    ({ soFarCents }) => at(soFarCents),
  );
  const sum = shown.at(-1)?.soFarCents ?? 0;
  return (
    <g aria-hidden="true">
      <path className={css.rule} d={`M${LEFT} ${at(0)}H${WIDTH}`} />
      <path className={css.under} d={under(shown) ?? ''} />
      <path className={css.sum} d={path(shown) ?? ''} />
      <text className={css.scale} x={LEFT - 8} y={at(0) + 4}>
        {dollars(0)}
      </text>
      {budgetCents > 0 && (
        <>
          <path className={css.limit} d={`M${LEFT} ${at(budgetCents)}H${WIDTH}`} />
          <text className={css.limitWord} x={WIDTH} y={at(budgetCents) - 5}>
            limit {dollars(budgetCents)}
          </text>
        </>
      )}
      <text
        className={css.sumWord}
        x={Math.min(x(shown.at(-1)?.day ?? '') + 6, WIDTH - 120)}
        y={at(sum) - 6}
      >
        {dollars(sum)} so far
      </text>
    </g>
  );
}

/** One tab stop for the bars; arrows go from day to day. */
function walk(event: KeyboardEvent<SVGSVGElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const days = [...event.currentTarget.querySelectorAll<SVGElement>('[data-day]')];
  const next = days[days.indexOf(document.activeElement as SVGElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** What the opened day has come to, with the way to close it. */
function OpenDay({ bars }: { readonly bars: readonly Bar[] }): ReactElement | null {
  const { issuePrefix } = useCompany();
  const { filter, searchOf } = useCostAddress();
  const bar = bars.find(({ day }) => day === filter?.day);
  if (!bar) return null;
  return (
    <p className={css.opened} role="status">
      {dayName(bar.day)}: {dollars(bar.cents)}
      {bar.hasUnknown && ', with unknown prices'}. Its bookings are below.{' '}
      <Link
        to="/$prefix/costs"
        params={{ prefix: issuePrefix }}
        search={searchOf({ day: '' })}
        activeProps={{}}
      >
        Show the whole month
      </Link>
    </p>
  );
}
