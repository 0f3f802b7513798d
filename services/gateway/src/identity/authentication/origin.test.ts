import { describe, expect, it } from 'vitest';
import { originsOf } from './origin.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const host = 'muster.example';

describe('a change with a cookie', () => {
  const given = originsOf('https://muster.example/path/', 'https://panel.example, not a url');
  const open = originsOf(undefined, '');

  it.each([
    ['the public address', given, { origin: 'https://muster.example', host }],
    ['a trusted origin', given, { origin: 'https://panel.example', host }],
    ['the address that was used', open, { origin: 'http://muster.example', host }],
    ['its own page, by Sec-Fetch-Site', given, { 'sec-fetch-site': 'same-origin', host }],
  ] as const)('from %s is accepted', (_, origins, headers) => {
    expect(() => origins.requireOwnOriginForChange('POST', { ...json, ...headers })).not.toThrow();
  });

  it.each([
    ['another site', given, { origin: 'https://evil.example', host }],
    ['the right host by the wrong scheme', given, { origin: 'http://muster.example', host }],
    ['a sandboxed page', given, { origin: 'null', host }],
    ['another host than was used', open, { origin: 'http://evil.example', host }],
    ['another site, by Sec-Fetch-Site', given, { 'sec-fetch-site': 'cross-site', host }],
    ['a sister site, by Sec-Fetch-Site', given, { 'sec-fetch-site': 'same-site', host }],
    ['nowhere', given, { host }],
  ] as const)('from %s is refused', (_, origins, headers) => {
    expect(() => origins.requireOwnOriginForChange('DELETE', { ...json, ...headers })).toThrow(
      'another site',
    );
  });

  it.each([undefined, 'text/plain', 'application/jsonp', 'text/plain; application/json'])(
    'is refused with the content type %s',
    (type) => {
      const headers = { origin: 'https://muster.example', host };
      const typed = type === undefined ? headers : { ...headers, 'content-type': type };
      expect(() => given.requireOwnOriginForChange('PATCH', typed)).toThrow('application/json');
    },
  );

  it('is not checked for safe methods', () => {
    expect(() => given.requireOwnOriginForChange('GET', { host })).not.toThrow();
  });
});

describe('a page without a credential', () => {
  const origins = originsOf('https://muster.example', '');

  it('is refused if it is of another site; a program is accepted', () => {
    expect(() => origins.requireOwnOriginIfGiven({ origin: 'https://evil.example' })).toThrow();
    expect(() =>
      origins.requireOwnOriginIfGiven({ origin: 'https://muster.example' }),
    ).not.toThrow();
    expect(() => origins.requireOwnOriginIfGiven({})).not.toThrow();
  });
});
