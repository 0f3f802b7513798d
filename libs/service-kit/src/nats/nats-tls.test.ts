import type { PeerCertificate } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { tlsOf } from './nats-tls.ts';

interface Checked {
  readonly checkServerIdentity?: (host: string, certificate: PeerCertificate) => Error | undefined;
}

/** Whether a server with this certificate is taken for one that the URL names. */
const isAccepted = (url: string, subjectaltname: string): boolean => {
  const { checkServerIdentity: check } = tlsOf({ NATS_URL: url }) as Checked;
  if (!check) throw new Error('left to Node');
  // What the client gives Node for an address.
  return check('', { subject: {}, subjectaltname } as unknown as PeerCertificate) === undefined;
};

describe('a certificate of NATS', () => {
  it.each([
    ['tls://10.0.0.1:4222', 'IP Address:10.0.0.1', true],
    ['tls://10.0.0.1:4222', 'IP Address:10.0.0.2', false],
    ['tls://10.0.0.1:4222', 'DNS:localhost', false],
    ['tls://[fd00::1]:4222', 'IP Address:FD00:0:0:0:0:0:0:1', true],
    ['tls://10.0.0.1:4222,10.0.0.2:4222', 'IP Address:10.0.0.2', true],
    ['tls://user:word@10.0.0.1', 'DNS:nats.example.com, IP Address:10.0.0.1', true],
  ])('for the address in %s with %s: %s', (url, names, isValid) => {
    expect(isAccepted(url, names)).toBe(isValid);
  });

  it('is checked by Node for the name that the URL has', () => {
    expect(tlsOf({ NATS_URL: 'tls://nats.example.com:4222' })).toEqual({});
    expect(tlsOf({ NATS_URL: 'nats://10.0.0.1:4222' })).toBeUndefined();
  });
});
