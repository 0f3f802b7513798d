import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Twist } from './twists.ts';

const header = (name: string, values: readonly (string | readonly string[])[]): Arbitrary<Twist> =>
  fc.constantFrom(...values).map((value) => ({
    name: `${name}: ${String(value).slice(0, 40)}`,
    elsewhere: false,
    apply: (sketch) => ({ ...sketch, headers: { ...sketch.headers, [name]: value } }),
  }));

export const headerTwists: readonly Arbitrary<Twist>[] = [
  header('content-type', [
    'application/json\t', 'application/json; charset=utf-8', 'APPLICATION/JSON',
    'application/json;', 'application/json; charset=utf-16', 'application/json, text/plain',
    'text/plain', '*/*', '',
    'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/jsonx',
    'application/merge-patch+json', ' application/json', 'text/plain; application/json',
  ]),
  header('if-match', ['"1"', 'W/"2"', '*', '1', '"0"', '"-1"', '"abc"', '', '"9999999999999999"',
    '"1", "2"', '1e3']),
  header('idempotency-key', ['same', 'a b', '', 'k'.repeat(200), 'k'.repeat(201), '\u00e9', '{}',
    ['one', 'two']]),
  header('x-run-id', ['', 'x', '00000000-0000-4000-8000-000000000000', 'a'.repeat(4_000),
    '01999999-0000-7000-8000-000000000000', 'null']),
  header('x-request-id', ['', 'mine', 'a'.repeat(500), '<b>', '\u00e9', '"quoted"']),
  header('traceparent', [
    '', '00-0-0-00', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-01`, 'a'.repeat(900),
  ]),
  header('prefer', ['handling=strict', 'handling=lenient', 'return=minimal', '', 'x'.repeat(900)]),
  header('accept', ['text/html', '', '*/*;q=0', 'x'.repeat(900)]),
  header('accept-encoding', ['gzip', 'identity;q=0', 'x'.repeat(900)]),
  header('expect', ['100-continue']),
  header('cookie', ['session=x', '=', 'a'.repeat(3_000), '__Host-session=%00; b']),
  header('origin', ['null', 'http://evil.example', '']),
  header('x-forwarded-for', ['1.2.3.4', '', '::1, x']),
  header('last-event-id', ['0', 'x', '99999999999999999999']),
  header('authorization', ['', 'Bearer', 'Bearer ', 'Basic eDp5', 'Bearer mst_agent_x',
    'Bearer mst_run_e30.e30', 'Bearer mst_run_bnVsbA.AAAA', `Bearer ${'t'.repeat(5_000)}`,
    'bearer \u00ff\u00fe', 'Bearer mst_board_x']),
];
