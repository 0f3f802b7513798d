/** What the page of the activity reads. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../api/call.ts';

export interface ActivityFilter {
  /** Only what this agent did. */
  readonly agentId?: string;
  readonly actions?: readonly string[];
  readonly since?: string;
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
