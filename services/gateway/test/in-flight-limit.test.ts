import { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

const MAX = 2;
const PATIENCE_MS = 10_000;
let server: TestGateway;
beforeAll(async () => {
  server = await openGateway({ REQUESTS_UNDER_WAY_MAX: String(MAX) });
});
afterAll(() => server.close());

describe('a gateway at its in-flight limit', () => {
  it('refuses further requests and accepts them when others have finished', async () => {
    // None of these services is running, so the requests wait until their deadline.
    const waiting = ['issues', 'approvals'].map((things) =>
      server.call(`GET /api/${things}/${newId()}`),
    );
    await vi.waitFor(async () => {
      // As many as there are places wait for one.
      const others = Array.from({ length: MAX + 1 }, () => server.call('GET /api/session'));
      const refused = await Promise.race(others);
      expect(refused).toMatchObject({
        status: 503,
        body: {
          code: 'overloaded',
          retryable: true,
          details: { service: 'gateway' },
          hint: expect.any(String),
        },
      });
      expect(refused.headers.get('retry-after')).toBe('1');
      for (const { status } of await Promise.all(others)) expect([200, 503]).toContain(status);
    }, PATIENCE_MS);
    for (const { body } of await Promise.all(waiting)) expect(body.code).toBe('unavailable');
    expect((await server.call('GET /api/session')).status).toBe(200);
  });

  it('does not count long polls, which have a limit of their own', async () => {
    await server.stage.standIn(agents);
    const { companyId } = await server.stage.given.company();
    const { agentId } = await server.stage.given.agent(companyId);
    const {
      body: { token },
    } = await server.call(`POST /api/agents/${agentId}/keys`);
    const waiting = Array.from({ length: MAX }, () =>
      server.call('GET /api/agents/me/wakes?wait=5', { token }),
    );
    const places =
      server.stage.service.runtime.metrics.registry.getSingleMetric('muster_feed_streams');
    await vi.waitFor(
      async () => expect((await places?.get())?.values).toMatchObject([{ value: MAX }]),
      PATIENCE_MS,
    );
    expect((await server.call('GET /api/session')).status).toBe(200);
    await Promise.all(waiting);
  });
});
