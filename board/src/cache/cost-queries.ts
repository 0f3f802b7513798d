/** What the page of costs reads. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage, send, type Page } from '../api/call.ts';

export const splits = ['agent', 'project', 'model', 'issue'] as const;
export type Split = (typeof splits)[number];

export const costSummaryQuery = (companyId: string, month: string) =>
  queryOptions({
    queryKey: ['costs', companyId, 'summary', month],
    queryFn: ({ signal }) => call('getCostSummary', { companyId, month }, { signal }),
  });

/** A month has 31 days, so a page has all of them. Days are not split by issue: a month has too many. */
export const costDaysQuery = (companyId: string, month: string, split: Split) =>
  queryOptions({
    queryKey: ['costs', companyId, 'days', month, split],
    queryFn: ({ signal }) =>
      call(
        'listCostsByDay',
        { companyId, month, limit: 31, ...(split === 'issue' ? {} : { split }) },
        { signal },
      ),
  });

/** Of all months, by month and by agent. */
export const issueCostsQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['costs', companyId, 'of issue', issueId],
    queryFn: ({ signal }) => call('getIssueCosts', { issueId }, { signal }),
  });

const lists = {
  agent: 'listCostsByAgent',
  project: 'listCostsByProject',
  model: 'listCostsByModel',
  issue: 'listCostsByIssue',
} as const;

/** What a list of any kind has in common, with the fields of each kind where it has them. */
export interface CostRow {
  readonly costCents: number;
  readonly unknownCents: number;
  readonly unknownEvents?: number | undefined;
  readonly estimatedCents?: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly events: number;
  readonly agentId?: string;
  readonly agentName?: string | null;
  readonly budgetMonthlyCents?: number;
  readonly reservedCents?: number | undefined;
  readonly projectId?: string | null;
  readonly projectName?: string | null;
  readonly provider?: string;
  readonly model?: string;
  readonly issueId?: string | null;
  readonly issueIdentifier?: string | null;
  readonly issueTitle?: string | null;
}

export const costsByQuery = (companyId: string, month: string, split: Split) =>
  infiniteQueryOptions({
    queryKey: ['costs', companyId, 'by', month, split],
    queryFn: ({ signal, pageParam }): Promise<Page<readonly CostRow[]>> =>
      callPage(
        lists[split],
        { companyId, month, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export interface BookingFilter {
  readonly day?: string;
  readonly agentId?: string;
  readonly projectId?: string;
  readonly issueId?: string;
}

export const bookingsQuery = (companyId: string, month: string, filter: BookingFilter) =>
  infiniteQueryOptions({
    queryKey: ['costs', companyId, 'bookings', month, filter],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listCosts',
        { companyId, month, limit: 50, ...filter, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** All bookings of a month, one JSON object a line, read page by page into a file. */
export async function exportMonth(companyId: string, month: string): Promise<Blob> {
  const parts: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ month, limit: '500', ...(cursor ? { cursor } : {}) });
    const path: string = `/api/companies/${companyId}/costs/export?${query}`;
    const response: Response = await send({ method: 'GET', path, headers: {}, body: undefined });
    parts.push(await response.text());
    cursor = response.headers.get('next-cursor');
  }
  return new Blob(parts, { type: 'application/x-ndjson' });
}
