import { afterEach, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

const doors: OpenDoor[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close()));
});
async function open(env: Record<string, string>): Promise<OpenDoor> {
  const door = await openDoor({ FAILED_TRIES_BURST: '1', ...env });
  doors.push(door);
  return door;
}

const wrongFrom = async (door: OpenDoor, forwardedFor: string): Promise<number> => {
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await door.call('GET /api/session', { token: 'muster_wrong', headers })).status;
};

describe('the address of a client', () => {
  it('is what a trusted proxy says', async () => {
    const door = await open({ TRUSTED_PROXIES: '10.1.2.3, 127.0.0.0/8' });
    expect(await wrongFrom(door, '203.0.113.7')).toBe(401);
    expect(await wrongFrom(door, '203.0.113.7')).toBe(429);
    expect(await wrongFrom(door, '203.0.113.8')).toBe(401);
  });

  it('is the last that is no trusted proxy, whatever the client claims before it', async () => {
    const door = await open({ TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' });
    expect(await wrongFrom(door, '198.51.100.1, 203.0.113.7, 10.9.9.9')).toBe(401);
    expect(await wrongFrom(door, '198.51.100.2, 203.0.113.7, 10.9.9.8')).toBe(429);
  });

  it('is where the connection comes from where no proxy is trusted', async () => {
    const door = await open({});
    expect(await wrongFrom(door, '203.0.113.7')).toBe(401);
    expect(await wrongFrom(door, '203.0.113.8')).toBe(429);
  });
});

it('refuses to start with a proxy that is no address', async () => {
  await expect(open({ TRUSTED_PROXIES: 'my-proxy' })).rejects.toThrow('TRUSTED_PROXIES');
});
