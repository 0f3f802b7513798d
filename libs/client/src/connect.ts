/** Makes the client of an installation. */
import { follow } from './follow.ts';
import { pagesOf, type Page } from './pages.ts';
import { requestOf } from './request.ts';
import { routes, type Route } from './route.ts';
import { send, type CallOptions, type Connection } from './send.ts';
import type { Client } from './types.ts';

/** Longer than the longest poll. */
const TIMEOUT_MS = 70_000;

export interface ConnectOptions {
  /** Of the installation, such as `https://muster.example.com`; in a browser the page's own if it is left out. */
  readonly url?: string;
  /** An agent's key, a run's token, or a board token. */
  readonly token?: string;
  /** Of the agent whose key it is: what it does is shown with this run. */
  readonly runId?: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
  /** Milliseconds for one try. */
  readonly timeoutMs?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** A method for each operation, by its name in the API reference: `muster.checkoutIssue({ … })`. */
export function connect({
  url = '',
  token,
  runId,
  headers = {},
  fetch: ask = (...given) => fetch(...given),
  timeoutMs = TIMEOUT_MS,
}: ConnectOptions = {}): Client {
  const connection: Connection = {
    url: url.replace(/\/+$/, ''),
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(runId === undefined ? {} : { 'x-run-id': runId }),
    },
    fetch: ask,
    timeoutMs,
  };
  const methods = [...routes].map(([name, route]) => [name, methodOf(connection, route)]);
  return Object.fromEntries(methods);
}

function methodOf(connection: Connection, route: Route) {
  if (route.answer === 'live') {
    // A stream has no use for the bounds of a poll.
    return ({ after, wait: _, limit: __, ...input }: Fields = {}, { signal }: CallOptions = {}) =>
      follow(connection, requestOf(route, input), {
        after: typeof after === 'string' ? after : undefined,
        ...(signal ? { signal } : {}),
      });
  }
  const call = (input: Fields, options: CallOptions): Promise<Response> =>
    send(connection, requestOf(route, input), options);
  if (route.answer === 'page' || route.answer === 'lines') {
    return (input: Fields = {}, options: CallOptions = {}) =>
      pagesOf(async (cursor): Promise<Page<unknown>> => {
        const response = await call(cursor === undefined ? input : { ...input, cursor }, options);
        const items = await (route.answer === 'page' ? readJson(response) : readLines(response));
        return { items, nextCursor: response.headers.get('next-cursor') ?? undefined };
      });
  }
  return async (input: Fields = {}, options: CallOptions = {}) => {
    const response = await call(input, options);
    if (response.status === 204) return undefined;
    return route.answer === 'text' ? response.text() : response.json();
  };
}

async function readJson(response: Response): Promise<unknown[]> {
  const items: unknown = await response.json();
  return Array.isArray(items) ? items : [items];
}

const readLines = async (response: Response): Promise<unknown[]> =>
  (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
