import { agents } from '@muster/contracts';
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

  it('does not count agents that wait for work, who have places of their own', async () => {
    await door.stage.neighbour(agents);
    const { companyId } = await door.stage.given.company();
    const { agentId } = await door.stage.given.agent(companyId);
    const { body: { token } } = await door.call(`POST /api/agents/${agentId}/keys`);
    const waiting = Array.from({ length: MAX }, () =>
      door.call('GET /api/agents/me/wakes?wait=1', { token }));
    const places = door.stage.service.runtime.metrics.registry
      .getSingleMetric('muster_feed_streams');
    await vi.waitFor(async () =>
      expect((await places?.get())?.values).toMatchObject([{ value: MAX }]));
    expect((await door.call('GET /api/session')).status).toBe(200);
    await Promise.all(waiting);
  });
});
