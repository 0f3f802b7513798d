import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { readAllowList, type AllowList } from './allow-list.ts';
import { egressConfig } from './config.ts';
import { targetOf } from './target.ts';

const config = z.object(egressConfig);
const allowing = (text = ''): AllowList => readAllowList(text);

const codeOf = (url: string, allow = allowing()): string => {
  try {
    targetOf(allow, url);
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('targetOf', () => {
  it.each([
    'https://example.com/run',
    'https://example.com:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'HTTPS://EXAMPLE.COM',
    'https://sub.example.com./x',
  ])('accepts %s', (url) => expect(codeOf(url)).toBe('accepted'));

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[0:0:0:0:0:ffff:7f00:1]/',
    'https://169.254.169.254/',
    'https://0xa9.0xfe.0xa9.0xfe/',
    'https://2852039166/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:a00:1::1]/',
    'https://100.64.0.1/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://224.0.0.1/',
    'https://10.1.2.3./',
    'https://①②⑦.⓪.⓪.①/',
    'https://192.168.0.1:8443/x',
    'http://127.0.0.1/',
  ])('refuses %s', (url) => expect(codeOf(url)).toBe('egress_not_allowed'));

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'example.com',
    '',
    'https://',
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'data:text/plain,x',
    'https://[fe80::1%25eth0]/',
    'javascript:alert(1)',
    'unix:///var/run/docker.sock',
  ])('takes %j for no address to call', (url) => {
    expect(codeOf(url)).toBe('egress_invalid_url');
  });

  it.each(['http://example.com/', 'http://8.8.8.8/', 'http://localhost:3100/'])(
    'refuses plain http to %s',
    (url) => {
      expect(codeOf(url)).toBe('egress_plain_http');
    },
  );

  it('accepts what the operator has allowed, with or without https', () => {
    const allow = allowing('agents.internal, 10.20.0.0/16,127.0.0.1, fd12::/16');
    for (const host of ['agents.internal', 'AGENTS.internal.', '10.20.3.4', '127.1', '[fd12::9]']) {
      expect(codeOf(`http://${host}:8080/`, allow)).toBe('accepted');
      expect(codeOf(`https://${host}/`, allow)).toBe('accepted');
    }
    // An IPv4-mapped address is the IPv4 address.
    expect(codeOf('http://[::ffff:10.20.0.1]/', allow)).toBe('accepted');
    for (const host of ['10.21.0.1', '127.0.0.2', '[fd13::1]']) {
      expect(codeOf(`https://${host}/`, allow)).toBe('egress_not_allowed');
    }
    expect(codeOf('http://x.agents.internal/', allow)).toBe('egress_plain_http');
  });
});

describe('the allow list', () => {
  it.each(['10.0.0.0/33', '10.0.0.0/x', '10.0.0/8', 'a b', 'https://host', 'host:80', '*'])(
    'may not hold %s',
    (text) => {
      expect(config.safeParse({ MUSTER_EGRESS_ALLOW: text }).success).toBe(false);
    },
  );

  it('is empty by default', () => {
    const { hosts, networks } = readAllowList(config.parse({}).MUSTER_EGRESS_ALLOW);
    expect([hosts.size, networks.length]).toEqual([0, 0]);
  });
});
