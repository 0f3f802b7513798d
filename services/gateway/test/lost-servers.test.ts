/** A gateway that has lost a server stays where clients reach it, and says when to come back. */
import { startService } from '@muster/service-kit';
import { openSlowLink } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeToken } from '../src/identity/authentication/token.ts';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN, clientAt, openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

it.each([
  // The token of an agent is looked up in the database of the gateway.
  ['DATABASE_URL', makeToken('agent').token],
  ['NATS_URL', BOARD_TOKEN],
])(
  'a gateway without %s is ready, and refuses what needs it with Retry-After and a hint',
  { timeout: 30_000 },
  async (variable, token) => {
    const { OPS_PORT: _, ...env } = server.stage.env;
    const link = await openSlowLink(env[variable] ?? '');
    const { opsPort, port, stop } = await startService(gatewayService, {
      ...env,
      [variable]: link.url,
    });
    link.close();
    const call = clientAt(`http://127.0.0.1:${port}`);
    const refused = await call('GET /api/agents/me', { token });
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'unavailable', retryable: true, hint: expect.any(String) },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status).toBe(200);
    await stop();
  },
);
