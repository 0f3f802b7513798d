/** Mutations of the method, the path and the query. */
import fc, { type Arbitrary } from 'fast-check';
import type { RequestParts, Mutation } from './request-parts.ts';

const fixed = (
  name: string,
  apply: (parts: RequestParts) => RequestParts,
  mayChangeRoute = false,
): Arbitrary<Mutation> => fc.constant({ name, mayChangeRoute, apply });

const withQuery = (query: string): Arbitrary<Mutation> =>
  fixed(`?${query.slice(0, 40)}`, (parts) => ({ ...parts, query: [...parts.query, query] }));

/** Replaces a random segment of the path. */
const segment = (text: string): Arbitrary<Mutation> =>
  fc.nat().map((nth) => ({
    name: `/${text.slice(0, 40)}`,
    mayChangeRoute: true,
    apply: (parts) => {
      const segments = parts.path.split('/');
      const at = 1 + (nth % (segments.length - 1));
      return { ...parts, path: segments.with(at, text).join('/') };
    },
  }));

const method = (name: string): Arbitrary<Mutation> =>
  fixed(name, (parts) => ({ ...parts, method: name }), true);

const path = (name: string, rewrite: (path: string) => string): Arbitrary<Mutation> =>
  fixed(name, (parts) => ({ ...parts, path: rewrite(parts.path) }), true);

export const requestLineMutations: readonly Arbitrary<Mutation>[] = [
  ...[
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=',
    'limit=1e3',
    'limit=99999999999999999999',
    'limit=501',
    'limit=1',
    'limit=1.5',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=',
    'cursor=W10',
    'cursor=WyJ4Il0',
    'cursor=bnVsbA',
    'cursor=e30',
    'cursor=%00',
    `cursor=${'A'.repeat(1_900)}`,
    `cursor=${'A'.repeat(2_100)}`,
    'view=compact',
    'view=compact&nulls=keep',
    'view=small',
    'fields=id',
    'fields=id,__proto__',
    'nulls=omit&maxText=100',
    'maxText=1',
    'surplus=1',
    'surplus[a]=1',
    '__proto__=1',
    '__proto__[x]=1',
    'constructor=1',
    '%',
    '%zz=%zz',
    'a=%00',
    '%ED%A0%80=1',
    '=',
    '&&',
    'companyId=1',
    'companyId=',
    'companyId[]=1',
    'status=',
    'status=,',
    'status=todo,todo',
    'status=nonsense',
    'q=%25',
    'q=%00',
    'q=%F0%9F%98%80',
    'q=a%20%26%20%7C%20!%20(',
    'q=%22',
    'q=*',
    'order=down',
    'offset=-1',
    'offset=99999999999999',
    'from=x',
    'from=0001-01-01T00:00:00Z',
    'to=9999-12-31T23:59:59Z',
    'since=2026-02-30T00:00:00Z',
    'tree=yes',
    'before=0',
    `x=${'y'.repeat(7_000)}`,
    'fields=id,nonsense',
    'fields=',
    'view=compact',
    'updatedSince=now',
  ].map(withQuery),
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%00',
    '%zz',
    '%',
    '..%2f..%2fetc',
    'a'.repeat(1_500),
    'a'.repeat(2_500),
    '%ED%A0%80',
    '%F0%9F%98%80',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'me',
    '*',
    '-1',
    '00000000-0000-0000-0000-000000000000',
    'FEEDFEED-0000-4000-8000-000000000000',
    'ACM-0',
    'acm-1',
    'ACM-99999999999',
    'a%20b',
    '%2F',
    ';x=1',
    ':companyId',
    '{companyId}',
  ].map(segment),
  ...['PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE', 'QUERY'].map(method),
  path('a slash at the end', (line) => `${line}/`),
  path('a slash twice', (line) => `/${line}`),
  path('capitals', (line) => line.toUpperCase()),
  path('another version', (line) => line.replace('/api', '/api/v2')),
  path('an address in full', (line) => `http://elsewhere.example${line}`),
  path('a fragment', (line) => `${line}#x`),
];
