import type { ReactElement } from 'react';
import { kindsOf, type Bar, type CostDay } from '../../domain/cost-days.ts';
import { dollars } from '../../domain/money.ts';
import { dayName } from '../../domain/month.ts';
import { Table, type Column } from '../../ui/table.tsx';
import { useKindWords } from './kind-words.ts';

interface Props {
  readonly bars: readonly Bar[];
  readonly days: readonly CostDay[];
}

/** The chart in numbers: days without a booking are left out. */
export function DayTable({ bars, days }: Props): ReactElement {
  const { nameOf } = useKindWords(days);
  const kinds = kindsOf(days);
  const cents = (bar: Bar, kind: string | undefined): number =>
    bar.segments.find((each) => each.kind === kind)?.cents ?? 0;
  const columns: readonly Column<Bar>[] = [
    { word: 'Day', render: ({ day }) => dayName(day) },
    ...kinds.map((kind): Column<Bar> => ({
      word: nameOf(kind),
      figure: true,
      wide: true,
      render: (bar) => dollars(cents(bar, kind)),
    })),
    ...(kinds.length === 0
      ? []
      : [
          {
            word: 'others',
            figure: true,
            wide: true,
            render: (bar: Bar) => dollars(cents(bar, undefined)),
          },
        ]),
    {
      word: 'All',
      figure: true,
      render: (bar) => `${dollars(bar.cents)}${bar.hasUnknown ? ' (a part unknown)' : ''}`,
    },
    { word: 'Month so far', figure: true, render: ({ soFarCents }) => dollars(soFarCents) },
  ];
  return (
    <Table
      label="Costs by day"
      columns={columns}
      rows={bars.filter((bar) => bar.cents !== 0 || bar.hasUnknown)}
      keyOf={({ day }) => day}
    />
  );
}
