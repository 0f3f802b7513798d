/** Performs operations of the API: method and path come from the contract, the answer's type too. */
import { routes } from 'virtual:contracts';
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
  const { method, path, rest } = requestOf(name, input);
  const response =
    method === 'GET'
      ? await send(method, `${path}${queryOf(rest)}`, undefined, options)
      : await send(method, path, rest, options);
  const items = await response.json();
  if (method !== 'GET') tellAnswer(items);
  return { items, next: response.headers.get('next-cursor') ?? undefined };
}

/** Sends a request and answers with the response of a success; throws a `Problem` otherwise. */
export async function send(
  method: string,
  path: string,
  body: Record<string, unknown> | undefined,
  { signal, key }: CallOptions = {},
): Promise<Response> {
  const { ifVersion, ...fields } = body ?? {};
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...credentialHeaders(),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? crypto.randomUUID() }),
      ...(typeof ifVersion === 'number' ? { 'if-match': `"${ifVersion}"` } : {}),
    },
    ...(body ? { body: JSON.stringify(fields) } : {}),
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

function requestOf(
  name: string,
  input: object,
): { method: string; path: string; rest: Record<string, unknown> } {
  const [method = '', template = ''] = (routes[name] ?? '').split(' ');
  const rest: Record<string, unknown> = { ...input };
  const path = template.replaceAll(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(textOf(rest[field]));
    delete rest[field];
    return value;
  });
  return { method, path, rest };
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, textOf(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Lists are separated by commas. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
};
