/** Performs operations of the API: method and path come from the contract, the answer's type too. */
import { requestOf, routes, type Request } from '@muster/client/transport';
import { tellAnswer } from './answer-notes.ts';
import type { Input, OperationName, Output } from './operations.ts';
import { pageSecret } from './page-secret.ts';
import { noAnswer, problemOf } from './problem.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Keeps a write from happening twice, however often it is sent. */
  readonly key?: string;
}

export interface Page<T> {
  readonly items: T;
  readonly next: string | undefined;
}

export async function call<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Output<N>> {
  return (await callPage(name, input, options)).items;
}

export async function callPage<N extends OperationName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<Page<Output<N>>> {
  const route = routes.get(name);
  if (!route) throw new Error(`the interface has no ${name}`);
  const response = await send(requestOf(route, { ...input }), options);
  const items = await response.json();
  if (route.method !== 'GET') tellAnswer(items);
  return { items, next: response.headers.get('next-cursor') ?? undefined };
}

/** Sends a request and answers with the response of a success; throws a `Problem` otherwise. */
export async function send(
  { method, path, headers, body }: Request,
  { signal, key }: CallOptions = {},
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...credentialHeaders(),
      ...headers,
      // Only a page of the installation itself can send a write as JSON, so a session demands it.
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? crypto.randomUUID() }),
    },
    ...(method === 'GET' ? {} : { body: body ?? '{}' }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : noAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  return response;
}

export const credentialHeaders = (): Record<string, string> => ({
  accept: 'application/json',
  'x-page-secret': pageSecret(),
});
