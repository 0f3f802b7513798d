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
    expect(() => origins.requireOwnPage('POST', { ...json, ...headers })).not.toThrow();
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
    expect(() => origins.requireOwnPage('DELETE', { ...json, ...headers })).toThrow('another site');
  });

  it.each([undefined, 'text/plain', 'application/jsonp', 'text/plain; application/json'])(
    'is refused with the content type %s',
    (type) => {
      const headers = { origin: 'https://muster.example', host };
      const typed = type === undefined ? headers : { ...headers, 'content-type': type };
      expect(() => given.requireOwnPage('PATCH', typed)).toThrow('application/json');
    },
  );

  it('is not checked for safe methods', () => {
    expect(() => given.requireOwnPage('GET', { host })).not.toThrow();
  });
});

describe('a read with a cookie', () => {
  const origins = originsOf('https://muster.example', '');

  it.each(['same-origin', 'none', undefined])('is accepted from %s', (site) => {
    expect(() => origins.requireOwnPage('GET', { 'sec-fetch-site': site })).not.toThrow();
  });

  it.each(['same-site', 'cross-site'])('is refused to a page that is %s', (site) => {
    expect(() => origins.requireOwnPage('GET', { 'sec-fetch-site': site })).toThrow('another site');
  });

  it('is the only request that a person may type', () => {
    const typed = { ...json, 'sec-fetch-site': 'none', origin: 'https://muster.example' };
    expect(() => origins.requireOwnPage('POST', typed)).toThrow('another site');
  });
});

describe('the name of the host', () => {
  const given = originsOf('https://muster.example', 'https://panel.example');
  const open = originsOf(undefined, '');

  it.each([
    [given, 'muster.example'],
    [given, 'muster.example:8443'],
    [given, 'PANEL.example'],
    [open, 'localhost:3100'],
    [open, '127.0.0.1:3100'],
    [open, '[::1]:3100'],
    [open, '192.168.1.20:3100'],
  ])('is ours %#: %s', (origins, name) => {
    expect(() => origins.requireOwnHost({ host: name })).not.toThrow();
  });

  it.each([
    [given, 'evil.example'],
    [given, '127.0.0.1:3100'],
    [given, 'muster.example.evil.example'],
    [open, 'rebound.example:3100'],
    [open, 'localhost.evil.example'],
    [open, 'evil.example/localhost'],
    [open, 'localhost@evil.example'],
    [open, ':x@localhost'],
    [open, ''],
    [open, undefined],
  ])('is not ours %#: %s', (origins, name) => {
    expect(() => origins.requireOwnHost({ host: name })).toThrow('not served under this host name');
  });

  it('leads another name of the loopback to the public address, and no foreign one', () => {
    const local = originsOf('http://127.0.0.1:3100', '');
    expect(local.publicAddressFor({ host: 'localhost:3100' })).toBe('http://127.0.0.1:3100');
    for (const name of ['127.0.0.1:3100', 'evil.example', undefined]) {
      expect(local.publicAddressFor({ host: name })).toBeUndefined();
    }
    expect(open.publicAddressFor({ host: 'localhost' })).toBeUndefined();
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
