import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The latest events of one thing: who did what to it. */
export const entityEventsQuery = (companyId: string, entityType: string, entityId: string) =>
  queryOptions({
    queryKey: ['activity', companyId, 'of', entityId],
    queryFn: ({ signal }) =>
      call('listCompanyActivity', { companyId, entityId, entityType, limit: 100 }, { signal }),
  });
