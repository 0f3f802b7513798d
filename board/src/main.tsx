import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { keepAuthorizationQuery } from './api/authorization-query.ts';
import { isProblem } from './api/problem.ts';
import { askAhead } from './cache/session.ts';
import { showTheme } from './look/theme.ts';
import { makeRouter } from './routes.tsx';

/** Only what may be well the next time is asked again. */
const retries = (count: number, error: Error): boolean =>
  count < 2 && isProblem(error) && (error.fields.status === 0 || error.fields.status >= 500);

/** A session that has ended shows at the next request: asking for it again says so to the whole page. */
const onError = (error: Error): void => {
  if (isProblem(error, 'unauthenticated')) void client.invalidateQueries({ queryKey: ['session'] });
};

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => queryKey[0] !== 'session' && onError(error),
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: retries },
    mutations: { retry: false },
  },
});

keepAuthorizationQuery();
showTheme();
askAhead(client);
const root = document.getElementById('app');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={makeRouter(client)} />
    </QueryClientProvider>,
  );
}
