/** What the page of the activity reads. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';

export interface ActivityFilter {
  /** Only what this agent, person or service has done itself. */
  readonly actorId?: string;
  readonly actions?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

export const activityPagesQuery = (companyId: string, filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['activity', companyId, 'pages', filter],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listCompanyActivity',
        {
          companyId,
          limit: 100,
          ...filter,
          actions: filter.actions && [...filter.actions],
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** What led to an event, and what followed from it. */
export const activityChainQuery = (companyId: string, activityId: string) =>
  queryOptions({
    queryKey: ['activity', companyId, 'chain', activityId],
    queryFn: ({ signal }) => call('getActivityChain', { companyId, activityId }, { signal }),
  });
