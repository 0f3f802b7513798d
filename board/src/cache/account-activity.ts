/** What was done to accounts: to the reader's own, and for administrators to all. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../api/call.ts';

/** Two screens. */
const ROWS = 50;
const page = (cursor: string | undefined) => ({ limit: ROWS, ...(cursor ? { cursor } : {}) });

export const ownActivityQuery = infiniteQueryOptions({
  queryKey: ['account', 'own activity'],
  queryFn: ({ signal, pageParam }) => callPage('listOwnActivity', page(pageParam), { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});

export const instanceActivityQuery = infiniteQueryOptions({
  queryKey: ['account', 'activity'],
  queryFn: ({ signal, pageParam }) => callPage('listInstanceActivity', page(pageParam), { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});
