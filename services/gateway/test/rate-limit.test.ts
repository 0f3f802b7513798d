import {
  describeEach,
  hasRedisWithTls,
  startRedisGroup,
  startRedisWithUsers,
  type RedisGroup,
} from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { clientAt, openGateway, type TestGateway } from './open-gateway.ts';

/** Refills so slowly that no token comes back during a test. */
const SLOW_REFILL = { RATE_LIMIT_PER_SECOND: '0.0001', RATE_LIMIT_BURST: '10' };
/** Seconds until a token is refilled, and the longest duration of the test. */
const WAIT_SECONDS = 10_000;
const TEST_MAX_SECONDS = 600;
const { redisUrl } = inject('servers');

const servers: TestGateway[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function open(env: Record<string, string>): Promise<TestGateway> {
  const server = await openGateway(env);
  servers.push(server);
  return server;
}

async function agentKey(server: TestGateway, companyId: string): Promise<string> {
  const { agentId } = await server.stage.given.agent(companyId);
  return (await server.call(`POST /api/agents/${agentId}/keys`)).body.token as string;
}

const session = (server: TestGateway, token?: string) => server.call('GET /api/session', { token });

describe('a caller', () => {
  it('is limited with the time to wait, while other callers are not', async () => {
    const server = await open(SLOW_REFILL);
    const { companyId } = await server.stage.given.company();
    const [one, other] = [await agentKey(server, companyId), await agentKey(server, companyId)];
    const first = await session(server, one);
    expect(first.headers.get('ratelimit-policy')).toBe('"caller";q=10;w=100000');
    expect(first.headers.get('ratelimit')).toMatch(/^"caller";r=9;t=\d+$/);
    for (let n = 0; n < 9; n++) expect((await session(server, one)).status).toBe(200);
    const refused = await session(server, one);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        retryable: true,
        hint: expect.any(String),
        details: { scope: 'caller' },
      },
    });
    const { retryAfterSeconds } = refused.body.details;
    expect(retryAfterSeconds).toBeLessThanOrEqual(WAIT_SECONDS);
    expect(retryAfterSeconds).toBeGreaterThan(WAIT_SECONDS - TEST_MAX_SECONDS);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(refused.headers.get('ratelimit')).toMatch(/^"caller";r=0;t=\d+$/);
    expect((await session(server, other)).status).toBe(200);
  });

  it('is counted even if it names a run that is not its own', async () => {
    const server = await open(SLOW_REFILL);
    const { companyId } = await server.stage.given.company();
    const token = await agentKey(server, companyId);
    const naming = { token, headers: { 'x-run-id': 'no-run' } };
    const codes: unknown[] = [];
    for (let n = 0; n < 11; n++) {
      codes.push((await server.call('GET /api/session', naming)).body.code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'unknown_run'), 'rate_limited']);
  });

  it('has one limit over all its credentials', async () => {
    const server = await open(SLOW_REFILL);
    const { companyId } = await server.stage.given.company();
    const { agentId } = await server.stage.given.agent(companyId);
    const path = `POST /api/agents/${agentId}/keys`;
    const keys = [(await server.call(path)).body.token, (await server.call(path)).body.token];
    for (let n = 0; n < 10; n++) await session(server, keys[n % 2]);
    for (const key of keys) expect((await session(server, key)).status).toBe(429);
  });

  it('is refused before its body is read', async () => {
    const server = await open({ ...SLOW_REFILL, RATE_LIMIT_BURST: '1' });
    await session(server);
    const refused = await server.call('POST /api/companies', { raw: '{not json' });
    expect(refused.status).toBe(429);
  });

  it('is not limited on public routes', async () => {
    const server = await open({ ...SLOW_REFILL, RATE_LIMIT_BURST: '1' });
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await server.call('GET /llms/agent-icons.txt', { token: '' });
      expect([status, headers.get('ratelimit')]).toEqual([200, null]);
    }
  });

  it('has no limit if it is disabled', async () => {
    const server = await open({ RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_BURST: '1' });
    await session(server);
    const { status, headers } = await session(server);
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
  });
});

describe('a company', () => {
  it('has a limit over all its agents', async () => {
    const server = await open({
      COMPANY_RATE_LIMIT_PER_SECOND: SLOW_REFILL.RATE_LIMIT_PER_SECOND,
      COMPANY_RATE_LIMIT_BURST: '10',
    });
    const { companyId } = await server.stage.given.company();
    const keys = [await agentKey(server, companyId), await agentKey(server, companyId)];
    for (let n = 0; n < 10; n++) expect((await session(server, keys[n % 2])).status).toBe(200);
    for (const key of keys) {
      expect(await session(server, key)).toMatchObject({
        status: 429,
        body: { details: { scope: 'company' } },
      });
    }
    // The limit applies neither to the board nor to other companies.
    expect((await session(server)).status).toBe(200);
    const other = await agentKey(server, (await server.stage.given.company()).companyId);
    expect((await session(server, other)).status).toBe(200);
  });
});

const kinds = ['one Redis', 'the users of an installation', 'sentinels by TLS'] as const;
const hasKind = (kind: (typeof kinds)[number]): boolean =>
  kind === 'sentinels by TLS' ? hasRedisWithTls() : redisUrl !== undefined;

describeEach(kinds, hasKind)('gateways with %s', (kind) => {
  let group: Pick<RedisGroup, 'env' | 'close'> | undefined;
  beforeAll(async () => {
    if (kind === 'sentinels by TLS') group = await startRedisGroup();
    if (kind === 'the users of an installation') group = await startRedisWithUsers();
  });
  afterAll(() => group?.close());

  it('share what they have accepted', async () => {
    const env = group?.env ?? { REDIS_URL: redisUrl ?? '' };
    const server = await open({ ...SLOW_REFILL, RATE_LIMIT_BURST: '40', ...env });
    const replica = await server.stage.replica();
    const other = clientAt(`http://127.0.0.1:${replica.port}`);
    for (let n = 0; n < 40; n++) expect((await session(server)).status).toBe(200);
    expect((await session(server)).status).toBe(429);
    // A replica learns of the others when it reports its own requests.
    let given = 0;
    await vi.waitFor(
      async () => {
        const { status } = await other('GET /api/session');
        given += status === 200 ? 1 : 0;
        expect(status).toBe(429);
      },
      { interval: 100, timeout: 20_000 },
    );
    expect(given).toBeGreaterThanOrEqual(4);
    expect(given).toBeLessThan(40);
  });
});

describe('a gateway whose Redis is unavailable', () => {
  it('limits on its own', async () => {
    const server = await open({ ...SLOW_REFILL, REDIS_URL: 'redis://127.0.0.1:1' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await session(server)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});
