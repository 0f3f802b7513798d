/** What is sent for a call: its input, spread over path, query, headers and body. */
import type { Route } from './route.ts';

export interface Request {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Fields = Record<string, unknown>;

export function requestOf(route: Route, input: Readonly<Fields>): Request {
  const fields: Fields = { ...input };
  const take = (name: string): unknown => {
    const value = fields[name];
    delete fields[name];
    return value;
  };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = take(name);
    if (value === undefined) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(textOf(value));
  });
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(route.headers)) {
    const value = take(name);
    if (value !== undefined) headers[header] = textOf(value);
  }
  const version = take('ifVersion');
  if (version !== undefined) headers['if-match'] = `"${textOf(version)}"`;
  if (route.method === 'GET' || route.method === 'DELETE') {
    return { method: route.method, path: `${path}${queryOf(fields)}`, headers, body: undefined };
  }
  const body = route.body === undefined ? JSON.stringify(fields) : bodyOf(take(route.body));
  headers['content-type'] = 'application/json';
  return { method: route.method, path, headers, body };
}

const bodyOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : textOf(value);

function queryOf(fields: Readonly<Fields>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) query.set(name, textOf(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** Lists are separated by commas. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
};
