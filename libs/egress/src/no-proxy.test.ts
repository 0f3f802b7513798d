import { describe, expect, it } from 'vitest';
import { bypassesOf } from './no-proxy.ts';

describe('NO_PROXY', () => {
  it.each([
    ['*', 'example.com', 443],
    ['example.com', 'example.com', 443],
    ['example.com', 'EXAMPLE.com.', 443],
    ['example.com', 'hooks.example.com', 443],
    ['.example.com', 'hooks.example.com', 443],
    ['.example.com', 'example.com', 443],
    ['*.example.com', 'a.b.example.com', 443],
    ['*.example.com:8443', 'a.example.com', 8443],
    ['.Example.com:8443', 'A.EXAMPLE.com', 8443],
    ['a.test,,\tb.test ,', 'b.test', 443],
    ['a.test, b.test', 'b.test', 443],
    ['a.test b.test', 'b.test', 443],
    ['example.com:8443', 'example.com', 8443],
    ['10.1.2.3', '10.1.2.3', 80],
    ['10.1.2.3:8080', '10.1.2.3', 8080],
    ['10.0.0.0/8', '10.1.2.3', 443],
    ['fd12::/16', '[fd12::9]', 443],
    ['fd12::9', '[fd12::9]', 443],
    ['[fd12::9]:8443', '[fd12::9]', 8443],
    ['127.0.0.0/8', '::ffff:127.0.0.1', 443],
  ])('%s holds for %s, port %i', (list, host, port) => {
    expect(bypassesOf(list)(host, port)).toBe(true);
  });

  it.each([
    ['', 'example.com', 443],
    [' , ', 'example.com', 443],
    ['example.com', 'badexample.com', 443],
    ['example.com', 'example.com.evil.test', 443],
    ['example.com:8443', 'example.com', 443],
    ['10.0.0.0/8', '11.0.0.1', 443],
    ['10.0.0.0/8', 'ten.example.com', 443],
    ['10.1.2.3:8080', '10.1.2.3', 443],
    ['[fd12::9]:8443', '[fd12::9]', 443],
    ['1.2.3.4', '2.3.4', 443],
    ['*.example.com', 'badexample.com', 443],
    ['example.com:84', 'example.com', 8443],
    ['10.0.0.0/99', '10.1.2.3', 443],
    ['10.1.2.3', '10.1.2.33', 443],
    ['https://example.com', 'example.com', 443],
    ['exa*.com', 'example.com', 443],
    ['.', 'example.com', 443],
  ])('%j does not hold for %s, port %i', (list, host, port) => {
    expect(bypassesOf(list)(host, port)).toBe(false);
  });
});
