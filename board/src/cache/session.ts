/** The beginning and the end of a session, in every tab of the browser. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { hearSessionNews, tellSessionNews } from '../api/session-news.ts';
import { signOut } from '../api/sign-in.ts';
import { forgetDrafts } from './draft.ts';
import { companiesQuery, inboxQuery, sessionQuery } from './queries.ts';

/** Only administrators of the installation create companies. */
export const useMayCreateCompanies = (): boolean =>
  useQuery(sessionQuery).data?.may.createCompanies === true;

const KEY = 'muster.signed-in';

/**
 * Asks for what every page needs while its code is still on the way: three trips of a slow line at once. Not where there
 * was no session last, so that nobody who signs in is refused something first.
 */
export function askAhead(client: QueryClient): void {
  if (localStorage.getItem(KEY) === null) return;
  for (const query of [sessionQuery, companiesQuery, inboxQuery])
    void client.prefetchQuery(query as typeof sessionQuery);
}

/** Keeps whether there is a session, once that is known. */
export function useKeepSignedIn(isSignedIn: boolean | undefined): void {
  useEffect(() => {
    if (isSignedIn === true) localStorage.setItem(KEY, 'yes');
    else if (isSignedIn === false) localStorage.removeItem(KEY);
  }, [isSignedIn]);
}

/** Nothing that the reader has read or begun to write stays in the browser. */
function useForgetAll(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(async () => {
    localStorage.removeItem(KEY);
    forgetDrafts();
    client.clear();
    await navigate({ to: '/sign-in' });
  }, [client, navigate]);
}

export function useSignOut(): () => Promise<void> {
  const forgetAll = useForgetAll();
  return async () => {
    await signOut();
    tellSessionNews('ended');
    await forgetAll();
  };
}

/** Follows what other tabs do with the session. */
export function useSessionNews(): void {
  const client = useQueryClient();
  const forgetAll = useForgetAll();
  useEffect(
    () =>
      hearSessionNews((news) => {
        if (news === 'ended') void forgetAll();
        else void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }),
    [client, forgetAll],
  );
}

/** Goes on where a session has ended, if the same person has signed in; begins anew otherwise. */
export function useGoOn(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const before = client.getQueryData(sessionQuery.queryKey)?.user?.id;
    const { user } = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    tellSessionNews('began');
    if (user?.id === before) return client.invalidateQueries();
    forgetDrafts();
    client.clear();
    await navigate({ to: '/' });
  };
}
