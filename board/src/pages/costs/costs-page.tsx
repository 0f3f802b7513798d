/** Where the money of a month went: days, kinds, single bookings; and what limits it. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { costDaysQuery, costSummaryQuery } from '../../cache/cost-queries.ts';
import { useCompany } from '../../cache/company.ts';
import { barsOf } from '../../domain/cost-days.ts';
import { daysOf, monthName } from '../../domain/month.ts';
import { Empty, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Bookings } from './bookings.tsx';
import { useCostAddress } from './cost-address.ts';
import css from './costs.module.css';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { Export } from './export.tsx';
import { Kinds } from './kinds.tsx';
import { MonthPicker } from './month-picker.tsx';
import { Summary } from './summary.tsx';

const words = {
  agent: 'By agent',
  project: 'By project',
  model: 'By model',
  issue: 'By issue',
} as const;

export function CostsPage(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const address = useCostAddress();
  const { month, by } = address;
  const summary = useQuery(costSummaryQuery(id, month));
  const days = useQuery(costDaysQuery(id, month, by));
  const bars = barsOf(daysOf(month), days.data ?? []);
  useRowKeys();
  return (
    <Page
      title={`Costs of ${monthName(month)}`}
      heading="Costs"
      above={<MonthPicker />}
      actions={
        <>
          <Export />
          <PrintButton />
        </>
      }
    >
      <ProblemNote
        error={summary.error ?? days.error}
        onRetry={() => void Promise.all([summary.refetch(), days.refetch()])}
      />
      {summary.data ? <Summary summary={summary.data} /> : <Waiting rows={2} />}
      <Tabs
        label="Costs by"
        current={by}
        tabs={Object.entries(words).map(([kind, word]) => ({
          id: kind,
          word,
          address: {
            to: '/$prefix/costs',
            params: { prefix: issuePrefix },
            search: address.searchOf({ by: kind, agent: '', project: '', issue: '' }),
          },
        }))}
      />
      {days.isPending && <Waiting rows={6} />}
      {days.isSuccess && days.data.length === 0 && (
        <Empty>
          <p>Nothing was booked in {monthName(month)}. Agents book model costs while they run.</p>
        </Empty>
      )}
      {days.data && days.data.length > 0 && (
        <>
          <DayChart
            bars={bars}
            days={days.data}
            budgetCents={summary.data?.budgetMonthlyCents ?? 0}
          />
          <details className={css.asTable}>
            <summary>The days as a table</summary>
            <DayTable bars={bars} days={days.data} />
          </details>
          <Kinds days={days.data} />
          <Bookings />
        </>
      )}
    </Page>
  );
}
