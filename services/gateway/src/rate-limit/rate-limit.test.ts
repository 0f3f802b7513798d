import type { Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openRateLimit } from './rate-limit.ts';

const id = '0198a000-0000-7000-8000-000000000001';
const agent: Actor = { type: 'agent', id, name: 'Ann', companyId: id };
const caller = { perSecond: 0.05, burst: 10 };
const company = { perSecond: 1, burst: 4 };
const none = { perSecond: 0, burst: 1 };

describe('the rate limit', () => {
  it('returns what is left and when it is refilled', () => {
    let now = 0;
    const limit = openRateLimit({ caller, company: none, now: () => now });
    expect(limit(agent)).toEqual({
      headers: { 'ratelimit-policy': '"caller";q=10;w=200', ratelimit: '"caller";r=9;t=20' },
    });
    for (let n = 0; n < 9; n++) expect(limit(agent)?.refusal).toBeUndefined();
    expect(limit(agent)).toMatchObject({
      headers: { ratelimit: '"caller";r=0;t=200' },
      refusal: { code: 'rate_limited', details: { scope: 'caller', retryAfterSeconds: 20 } },
    });
    now = 20_000;
    expect(limit(agent)?.refusal).toBeUndefined();
  });

  it("names the company's limit if that refuses, else the caller's", () => {
    const limit = openRateLimit({ caller, company, now: () => 0 });
    for (let n = 0; n < 4; n++) {
      expect(limit(agent)?.headers.ratelimit).toMatch(/^"caller"/);
    }
    expect(limit(agent)).toMatchObject({
      headers: { ratelimit: '"company";r=0;t=4' },
      refusal: { details: { scope: 'company', retryAfterSeconds: 1 } },
    });
  });

  it('applies to agents and users only', () => {
    const limit = openRateLimit({ caller, company, now: () => 0 });
    expect(limit({ type: 'public', id: 'public', name: 'public' })).toBeUndefined();
  });
});
