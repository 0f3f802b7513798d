import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The newest runs on an issue, whoever's they are. */
export const issueRunsQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['runs', companyId, 'of issue', issueId],
    queryFn: ({ signal }) => call('listRuns', { companyId, issueId, limit: 10 }, { signal }),
  });

export const receiptQuery = (companyId: string, runId: string) =>
  queryOptions({
    queryKey: ['runs', companyId, 'receipt', runId],
    queryFn: ({ signal }) => call('getRunReceipt', { runId }, { signal }),
  });
