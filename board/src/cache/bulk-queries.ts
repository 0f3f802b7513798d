/** Changes of many issues: what one would do, and what it has done so far. */
import type { BulkChange } from '@muster/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { BulkFilter } from '../domain/issues/bulk.ts';
import type { Input } from '../api/operations.ts';

/** A change as the interface takes it. */
export const bulkInput = (
  companyId: string,
  filter: BulkFilter,
  change: BulkChange,
): Input<'changeIssues'> => ({
  companyId,
  filter: {
    ...filter,
    status: filter.status && [...filter.status],
    priority: filter.priority && [...filter.priority],
  },
  change,
});

export const bulkPreviewQuery = (
  companyId: string,
  filter: BulkFilter,
  change: BulkChange | undefined,
) =>
  queryOptions({
    queryKey: ['bulk_changes', companyId, 'preview', filter, change],
    queryFn: ({ signal }) =>
      call(
        'changeIssues',
        { ...bulkInput(companyId, filter, change ?? {}), dryRun: true },
        { signal },
      ),
    enabled: change !== undefined,
  });

export const bulkReceiptQuery = (companyId: string, bulkChangeId: string) =>
  queryOptions({
    queryKey: ['bulk_changes', companyId, 'receipt', bulkChangeId],
    queryFn: ({ signal }) => call('getBulkChange', { companyId, bulkChangeId }, { signal }),
  });
