/** Hooks of a company, and what they have taken. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Rows of a list: enough for any screen, and read in one statement. */
const ROWS = 100;

export const hooksQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['hooks', companyId, 'list'],
    queryFn: ({ signal }) => call('listHooks', { companyId, limit: ROWS }, { signal }),
  });

export const hookQuery = (companyId: string, hookId: string) =>
  queryOptions({
    queryKey: ['hooks', companyId, 'one', hookId],
    queryFn: ({ signal }) => call('getHook', { companyId, hookId }, { signal }),
  });

export const hookDeliveriesQuery = (companyId: string, hookId: string) =>
  queryOptions({
    queryKey: ['hooks', companyId, 'deliveries', hookId],
    queryFn: ({ signal }) =>
      call('listHookDeliveries', { companyId, hookId, limit: ROWS }, { signal }),
  });
