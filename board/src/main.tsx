import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { isProblem } from './api/problem.ts';
import { showTheme } from './look/theme.ts';
import { makeRouter } from './routes.tsx';

/** Only what may be well the next time is asked again. */
const retries = (count: number, error: Error): boolean =>
  count < 2 && isProblem(error) && (error.fields.status === 0 || error.fields.status >= 500);

const client = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: retries },
    mutations: { retry: false },
  },
});

showTheme();
const place = document.getElementById('app');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={makeRouter(client)} />
    </QueryClientProvider>,
  );
}
