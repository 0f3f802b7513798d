import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Sketch, Twist } from './twists.ts';

const twist = (
  name: string,
  apply: (sketch: Sketch) => Sketch,
  elsewhere = false,
): Arbitrary<Twist> => fc.constant({ name, elsewhere, apply });

const asking = (query: string): Arbitrary<Twist> =>
  twist(`?${query.slice(0, 40)}`, (sketch) => ({ ...sketch, query: [...sketch.query, query] }));

/** Another text where an id or another word of the path is. */
const segment = (text: string): Arbitrary<Twist> =>
  fc.nat().map((nth) => ({
    name: `/${text.slice(0, 40)}`,
    elsewhere: true,
    apply: (sketch) => {
      const parts = sketch.path.split('/');
      const at = 1 + (nth % (parts.length - 1));
      return { ...sketch, path: parts.with(at, text).join('/') };
    },
  }));

const method = (name: string): Arbitrary<Twist> =>
  twist(name, (sketch) => ({ ...sketch, method: name }), true);

const path = (name: string, rewrite: (path: string) => string): Arbitrary<Twist> =>
  twist(name, (sketch) => ({ ...sketch, path: rewrite(sketch.path) }), true);

export const lineTwists: readonly Arbitrary<Twist>[] = [
  ...[
    'limit=0', 'limit=-1', 'limit=abc', 'limit=', 'limit=1e3', 'limit=99999999999999999999',
    'limit=501', 'limit=1', 'limit=1.5', 'limit=1&limit=2', 'cursor=x', 'cursor=', 'cursor=W10',
    'cursor=WyJ4Il0', 'cursor=bnVsbA', 'cursor=e30', 'cursor=%00', `cursor=${'A'.repeat(1_900)}`,
    `cursor=${'A'.repeat(2_100)}`, 'surplus=1', 'surplus[a]=1', '__proto__=1', '__proto__[x]=1',
    'constructor=1', '%', '%zz=%zz', 'a=%00', '%ED%A0%80=1', '=', '&&', 'companyId=1', 'companyId=',
    'companyId[]=1', 'status=', 'status=,', 'status=todo,todo', 'status=nonsense', 'q=%25', 'q=%00',
    'q=%F0%9F%98%80', 'q=a%20%26%20%7C%20!%20(', 'q=%22', 'q=*', 'order=down', 'offset=-1',
    'offset=99999999999999', 'from=x', 'from=0001-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z',
    'since=2026-02-30T00:00:00Z', 'tree=yes', 'before=0', `x=${'y'.repeat(7_000)}`,
    'fields=id,nonsense', 'fields=', 'view=compact', 'updatedSince=now',
  ].map(asking),
  ...[
    '', '.', '..', '%2e%2e', '%00', '%zz', '%', '..%2f..%2fetc', 'a'.repeat(1_500),
    'a'.repeat(2_500), '%ED%A0%80', '%F0%9F%98%80', 'null',
    'undefined', '__proto__', 'constructor', 'me', '*', '-1',
    '00000000-0000-0000-0000-000000000000', 'FEEDFEED-0000-4000-8000-000000000000', 'ACM-0',
    'acm-1', 'ACM-99999999999', 'a%20b', '%2F', ';x=1', ':companyId', '{companyId}',
  ].map(segment),
  ...['PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE', 'POST', 'GET', 'TRACE', 'QUERY'].map(method),
  path('a slash at the end', (line) => `${line}/`),
  path('a slash twice', (line) => `/${line}`),
  path('capitals', (line) => line.toUpperCase()),
  path('another version', (line) => line.replace('/api', '/api/v2')),
  path('an address in full', (line) => `http://elsewhere.example${line}`),
  path('a fragment', (line) => `${line}#x`),
];
