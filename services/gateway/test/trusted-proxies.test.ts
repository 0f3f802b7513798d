import { afterEach, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

const servers: TestGateway[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function open(env: Record<string, string>): Promise<TestGateway> {
  const server = await openGateway({ FAILED_TRIES_BURST: '1', ...env });
  servers.push(server);
  return server;
}

const wrongFrom = async (server: TestGateway, forwardedFor: string): Promise<number> => {
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await server.call('GET /api/session', { token: 'muster_wrong', headers })).status;
};

describe('the address of a client', () => {
  it("is read from a trusted proxy's X-Forwarded-For", async () => {
    const server = await open({ TRUSTED_PROXIES: '10.1.2.3, 127.0.0.0/8' });
    expect(await wrongFrom(server, '203.0.113.7')).toBe(401);
    expect(await wrongFrom(server, '203.0.113.7')).toBe(429);
    expect(await wrongFrom(server, '203.0.113.8')).toBe(401);
  });

  it('is the last one that is no trusted proxy, whatever the client adds before it', async () => {
    const server = await open({ TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' });
    expect(await wrongFrom(server, '198.51.100.1, 203.0.113.7, 10.9.9.9')).toBe(401);
    expect(await wrongFrom(server, '198.51.100.2, 203.0.113.7, 10.9.9.8')).toBe(429);
  });

  it("is the connection's address if no proxy is trusted", async () => {
    const server = await open({});
    expect(await wrongFrom(server, '203.0.113.7')).toBe(401);
    expect(await wrongFrom(server, '203.0.113.8')).toBe(429);
  });
});

it('does not start with an invalid proxy address', async () => {
  await expect(open({ TRUSTED_PROXIES: 'my-proxy' })).rejects.toThrow('TRUSTED_PROXIES');
});
