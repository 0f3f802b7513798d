import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { httpPortOf } from '../src/http/start-door.ts';
import { callAt, openDoor, type OpenDoor } from './open-door.ts';

/** So slow that nothing comes back while a test runs, on however busy a machine. */
const STINGY = { RATE_LIMIT_PER_SECOND: '0.0001', RATE_LIMIT_BURST: '10' };
/** Seconds until one comes back, and one of ten minutes earlier. */
const WAIT_SECONDS = 10_000;
const WAITED_AT_MOST_SECONDS = 600;
const { redisUrl } = inject('servers');

const doors: OpenDoor[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close()));
});
async function open(env: Record<string, string>): Promise<OpenDoor> {
  const door = await openDoor(env);
  doors.push(door);
  return door;
}

async function agentKey(door: OpenDoor, companyId: string): Promise<string> {
  const { agentId } = await door.stage.given.agent(companyId);
  return (await door.call(`POST /api/agents/${agentId}/keys`)).body.token as string;
}

const session = (door: OpenDoor, token?: string) => door.call('GET /api/session', { token });

describe('a caller', () => {
  it('is told to wait when it asks too often, and how long; others are not', async () => {
    const door = await open(STINGY);
    const { companyId } = await door.stage.given.company();
    const [one, other] = [await agentKey(door, companyId), await agentKey(door, companyId)];
    const first = await session(door, one);
    expect(first.headers.get('ratelimit-policy')).toBe('"caller";q=10;w=100000');
    expect(first.headers.get('ratelimit')).toMatch(/^"caller";r=9;t=\d+$/);
    for (let n = 0; n < 9; n++) expect((await session(door, one)).status).toBe(200);
    const refused = await session(door, one);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited', retryable: true, hint: expect.any(String),
        details: { scope: 'caller' },
      },
    });
    const { retryAfterSeconds } = refused.body.details;
    expect(retryAfterSeconds).toBeLessThanOrEqual(WAIT_SECONDS);
    expect(retryAfterSeconds).toBeGreaterThan(WAIT_SECONDS - WAITED_AT_MOST_SECONDS);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    expect(refused.headers.get('ratelimit')).toMatch(/^"caller";r=0;t=\d+$/);
    expect((await session(door, other)).status).toBe(200);
  });

  it('is counted too when it names a run that is none of its own', async () => {
    const door = await open(STINGY);
    const { companyId } = await door.stage.given.company();
    const token = await agentKey(door, companyId);
    const naming = { token, headers: { 'x-run-id': 'no-run' } };
    const codes: unknown[] = [];
    for (let n = 0; n < 11; n++) {
      codes.push((await door.call('GET /api/session', naming)).body.code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'unknown_run'), 'rate_limited']);
  });

  it('has one limit for all its credentials', async () => {
    const door = await open(STINGY);
    const { companyId } = await door.stage.given.company();
    const { agentId } = await door.stage.given.agent(companyId);
    const path = `POST /api/agents/${agentId}/keys`;
    const keys = [(await door.call(path)).body.token, (await door.call(path)).body.token];
    for (let n = 0; n < 10; n++) await session(door, keys[n % 2]);
    for (const key of keys) expect((await session(door, key)).status).toBe(429);
  });

  it('is refused before its body is read', async () => {
    const door = await open({ ...STINGY, RATE_LIMIT_BURST: '1' });
    await session(door);
    const refused = await door.call('POST /api/companies', { raw: '{not json' });
    expect(refused.status).toBe(429);
  });

  it('needs to be known: what is for everybody has no such limit', async () => {
    const door = await open({ ...STINGY, RATE_LIMIT_BURST: '1' });
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await door.call('GET /llms/agent-icons.txt', { token: '' });
      expect([status, headers.get('ratelimit')]).toEqual([200, null]);
    }
  });

  it('has no limit where there is none', async () => {
    const door = await open({ RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_BURST: '1' });
    await session(door);
    const { status, headers } = await session(door);
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
  });
});

describe('a company', () => {
  it('has a limit for all its agents together', async () => {
    const door = await open({
      COMPANY_RATE_LIMIT_PER_SECOND: STINGY.RATE_LIMIT_PER_SECOND,
      COMPANY_RATE_LIMIT_BURST: '10',
    });
    const { companyId } = await door.stage.given.company();
    const keys = [await agentKey(door, companyId), await agentKey(door, companyId)];
    for (let n = 0; n < 10; n++) expect((await session(door, keys[n % 2])).status).toBe(200);
    for (const key of keys) {
      expect(await session(door, key)).toMatchObject({
        status: 429, body: { details: { scope: 'company' } },
      });
    }
    // The board is not of the company, and neither is another company.
    expect((await session(door)).status).toBe(200);
    const stranger = await agentKey(door, (await door.stage.given.company()).companyId);
    expect((await session(door, stranger)).status).toBe(200);
  });
});

describe.each(redisUrl ? [redisUrl] : [])('gateways with one Redis', (url) => {
  it('know what the others have let through', async () => {
    const door = await open({ ...STINGY, RATE_LIMIT_BURST: '40', REDIS_URL: url });
    const replica = await door.stage.replica();
    const other = callAt(`http://127.0.0.1:${httpPortOf(replica.runtime)}`);
    for (let n = 0; n < 40; n++) expect((await session(door)).status).toBe(200);
    expect((await session(door)).status).toBe(429);
    // It hears of the others when it reports what it has let through itself.
    let given = 0;
    await vi.waitFor(async () => {
      const { status } = await other('GET /api/session');
      given += status === 200 ? 1 : 0;
      expect(status).toBe(429);
    }, { interval: 100, timeout: 20_000 });
    expect(given).toBeGreaterThanOrEqual(4);
    expect(given).toBeLessThan(40);
  });
});

describe('a gateway whose Redis is away', () => {
  it('limits on its own', async () => {
    const door = await open({ ...STINGY, REDIS_URL: 'redis://127.0.0.1:1' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await session(door)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });
});
