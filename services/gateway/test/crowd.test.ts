import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

const MAX = 2;
let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor({ REQUESTS_UNDER_WAY_MAX: String(MAX) });
});
afterAll(() => door.close());

describe('a gateway that works on as many requests as it may', () => {
  it('tells further ones to come back, and lets them in when there is room', async () => {
    // Nobody is behind the door who knows issues, so these wait until their time is over.
    const waiting = Array.from({ length: MAX }, () => door.call(`GET /api/issues/${newId()}`));
    await vi.waitFor(async () => {
      const refused = await door.call('GET /api/session');
      expect(refused).toMatchObject({
        status: 503,
        body: {
          code: 'overloaded', retryable: true, details: { service: 'gateway' },
          hint: expect.any(String),
        },
      });
      expect(refused.headers.get('retry-after')).toBe('1');
    });
    for (const { body } of await Promise.all(waiting)) expect(body.code).toBe('unavailable');
    expect((await door.call('GET /api/session')).status).toBe(200);
  });
});
