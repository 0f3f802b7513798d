/** Behind a trusted proxy, bodies are counted for the client that the proxy names. */
import { holdConnections, until, type HeldConnections } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

const BODIES_MAX = 4;

let server: TestGateway;
const held: HeldConnections[] = [];
beforeAll(async () => {
  server = await openGateway({
    TRUSTED_PROXIES: '127.0.0.0/8',
    PARTIAL_BODIES_PER_ADDRESS: String(BODIES_MAX),
    CONNECTIONS_PER_ADDRESS: '1',
    SILENT_CONNECTIONS_PER_ADDRESS: '1',
  });
});
afterAll(async () => {
  for (const connections of held) connections.close();
  await server.close();
});

async function hold(count: number, client: string): Promise<HeldConnections> {
  const text =
    `POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${client}\r\n` +
    'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":';
  const connections = await holdConnections({ port: server.port, count, text });
  held.push(connections);
  return connections;
}

describe('a trusted proxy', () => {
  it('may open any number of connections, and one of its clients has its own limit', async () => {
    const slow = await hold(BODIES_MAX + 1, '203.0.113.7');
    const answer = await until('one is refused or replaced', () => slow.received.find(Boolean));
    expect(answer).toMatch(/^HTTP\/1.1 (429|408) /);
    const other = await hold(1, '203.0.113.8');
    const signIn = await server.call('POST /api/auth/sign-in/email', {
      token: '',
      body: { email: 'someone@example.test', password: 'wrong' },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(signIn.status).toBe(401);
    expect(other.received).toEqual(['']);
  });

  it('is counted by networks of IPv6 clients', async () => {
    const slow = await Promise.all(
      Array.from({ length: BODIES_MAX + 1 }, (_, n) => hold(1, `2001:db8:1:2::${n + 1}`)),
    );
    const answers = () => slow.flatMap(({ received }) => received).find(Boolean);
    const answer = await until('one is refused or replaced', answers);
    expect(answer).toMatch(/^HTTP\/1.1 (429|408) /);
  });
});
