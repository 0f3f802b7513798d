import type { Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openRateLimit } from './rate-limit.ts';

const id = '0198a000-0000-7000-8000-000000000001';
const agent: Actor = { type: 'agent', id, name: 'Ann', companyId: id };
const caller = { perSecond: 0.05, burst: 10 };
const company = { perSecond: 1, burst: 4 };
const none = { perSecond: 0, burst: 1 };

describe('the rate limit', () => {
  it('says with each answer how much is left, and when there is more', () => {
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

  it('of a company is named where it refuses, else the one of the caller', () => {
    const limit = openRateLimit({ caller, company, now: () => 0 });
    for (let n = 0; n < 4; n++) {
      expect(limit(agent)?.headers.ratelimit).toMatch(/^"caller"/);
    }
    expect(limit(agent)).toMatchObject({
      headers: { ratelimit: '"company";r=0;t=4' },
      refusal: { details: { scope: 'company', retryAfterSeconds: 1 } },
    });
  });

  it('is for agents and people only', () => {
    const limit = openRateLimit({ caller, company, now: () => 0 });
    expect(limit({ type: 'public', id: 'public', name: 'public' })).toBeUndefined();
  });
});
