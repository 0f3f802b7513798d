/** Routines, what their moments have done, and which moments a clock would have. */
import type { RoutineClock } from '@muster/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Rows of a list: enough for any screen, and read in one statement. */
const ROWS = 200;

export const routinesQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['routines', companyId, 'list'],
    queryFn: ({ signal }) => call('listRoutines', { companyId, limit: ROWS }, { signal }),
  });

export const routineQuery = (companyId: string, routineId: string) =>
  queryOptions({
    queryKey: ['routines', companyId, 'one', routineId],
    queryFn: ({ signal }) => call('getRoutine', { routineId }, { signal }),
  });

export const firingsQuery = (companyId: string, routineId: string) =>
  queryOptions({
    queryKey: ['routines', companyId, 'firings', routineId],
    queryFn: ({ signal }) => call('listFirings', { routineId, limit: 50 }, { signal }),
  });

export const momentsQuery = (companyId: string, clock: RoutineClock) =>
  queryOptions({
    queryKey: ['routines', companyId, 'moments', clock],
    queryFn: ({ signal }) => {
      const { kind: _, ...asked } = clock;
      return call('previewRoutine', { companyId, ...asked }, { signal });
    },
    retry: false,
  });
