import { describe, expect, it } from 'vitest';
import { isPublic, networkOf, readAddress } from './address.ts';

const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '192.167.255.255',
  '11.0.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
];

const others: Readonly<Record<string, readonly string[]>> = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local and metadata': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1'],
  'metadata by IPv6': ['fd00:ec2::254', 'fd20:ce::254'],
  'unique local': ['fc00::1', 'fdff::1'],
  'site-local': ['fec0::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  'documentation and tests': [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
    '2001:2::1',
  ],
  reserved: ['192.0.0.8', '240.0.0.1', '192.88.99.1', '100::1', '4000::1', '5f00::1'],
  'mapped IPv4 in every spelling': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:0a00:0001',
    '0000:0000:0000:0000:0000:ffff:192.168.0.1',
  ],
  'compatible IPv4': ['::7f00:1', '::169.254.169.254'],
  'translated IPv4': [
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '::ffff:0:127.0.0.1',
  ],
  'tunnelled IPv4': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '2001:0:a00:1::1'],
};

describe('isPublic', () => {
  it.each(publicOnes)('accepts %s', (text) => {
    const address = readAddress(text);
    expect(address && isPublic(address)).toBe(true);
  });

  const hostile = Object.entries(others).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, text })),
  );
  it.each(hostile)('refuses $text: $kind', ({ text }) => {
    const address = readAddress(text);
    expect(address && isPublic(address)).toBe(false);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::', '2001:db8:1:2::'],
    ['::1', '::'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('readAddress', () => {
  it.each([
    'example.com',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    'fe80::1%eth0',
    ':::',
    '',
    '1::2::3',
  ])('does not parse %s', (text) => {
    expect(readAddress(text)).toBeUndefined();
  });
});
