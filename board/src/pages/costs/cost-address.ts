import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from '../../cache/company.ts';
import { splits, type BookingFilter, type Split } from '../../cache/cost-queries.ts';
import { dayAt, isMonth } from '../../domain/month.ts';
import { searchChange } from '../../domain/search.ts';
import { useNow } from '../../ui/now.ts';

export interface CostSearch {
  readonly month?: string;
  readonly by?: string;
  readonly day?: string;
  readonly agent?: string;
  readonly project?: string;
  readonly issue?: string;
}

export interface CostAddress {
  readonly month: string;
  /** The day of the company's calendar: its month still grows. */
  readonly today: string;
  readonly isCurrent: boolean;
  readonly by: Split;
  /** The bookings that are opened; undefined: none. */
  readonly filter: BookingFilter | undefined;
  /** Of a link, which is followed from the address of that moment. */
  readonly searchOf: (change: CostSearch) => (now: CostSearch) => CostSearch;
  readonly go: (change: CostSearch) => void;
}

/** What the page shows is its address: the month, the kind, and the bookings that are open. */
export function useCostAddress(): CostAddress {
  const { issuePrefix, timeZone } = useCompany();
  const search = useSearch({ from: '/frame/$prefix/costs' });
  const navigate = useNavigate();
  const today = dayAt(useNow(60_000), timeZone);
  const month = isMonth(search.month) ? search.month : today.slice(0, 7);
  const { day, agent: agentId, project: projectId, issue: issueId } = search;
  const filter = Object.fromEntries(
    Object.entries({ day, agentId, projectId, issueId }).filter(([, value]) => value !== undefined),
  );
  return {
    month,
    today,
    isCurrent: today.startsWith(month),
    by: splits.find((each) => each === search.by) ?? 'agent',
    filter: Object.keys(filter).length === 0 ? undefined : filter,
    searchOf: (change) => searchChange<CostSearch>(change),
    go: (change) =>
      void navigate({
        to: '/$prefix/costs',
        params: { prefix: issuePrefix },
        search: searchChange<CostSearch>(change),
        replace: true,
        resetScroll: false,
      }),
  };
}
