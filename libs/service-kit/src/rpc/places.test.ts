import type { Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openPlaces, shareOf, type PlaceHolder, type Places } from './places.ts';

const MAX = 256;

/** Takes places in turn for each holder until none of them gets another; how many each holds. */
function takeAll(places: Places, holders: readonly PlaceHolder[]): number[] {
  const held = holders.map(() => 0);
  for (let hasTaken = true; hasTaken;) {
    hasTaken = false;
    for (const [index, holder] of holders.entries()) {
      if (!places.take(holder)) continue;
      held[index] = (held[index] ?? 0) + 1;
      hasTaken = true;
    }
  }
  return held;
}

const company = (id: string): PlaceHolder => ({ company: id });

describe('places for requests in progress', () => {
  it('leave a quarter to others if one company takes all that it gets', () => {
    const places = openPlaces(MAX);
    expect(takeAll(places, [company('a')])).toEqual([192]);
    expect(places.take(company('a'))).toBe(false);
    expect(places.take(company('b'))).toBe(true);
  });

  it('leave half to others if one resource takes all that it gets', () => {
    const places = openPlaces(MAX);
    expect(takeAll(places, [{ company: 'a', resource: 'issue' }])).toEqual([128]);
    expect(places.take({ company: 'a', resource: 'another' })).toBe(true);
  });

  it('are divided equally between companies, and one more still gets a place', () => {
    const places = openPlaces(MAX);
    const held = takeAll(places, ['a', 'b', 'c', 'd'].map(company));
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(1);
    expect(places.take(company('e'))).toBe(true);
  });

  it('all go to callers without a share, and none beyond them', () => {
    const places = openPlaces(2);
    expect(takeAll(places, [{}])).toEqual([2]);
    expect(places.isFull()).toBe(true);
    places.release({});
    expect(places.isFull()).toBe(false);
    expect(places.take({})).toBe(true);
  });

  it('are free again for the company that returns them', () => {
    const places = openPlaces(MAX);
    takeAll(places, [company('a')]);
    places.release(company('a'));
    expect(takeAll(places, [company('a')])).toEqual([1]);
  });
});

describe('the share that a caller counts towards', () => {
  const user = (...companyIds: string[]): Actor => ({
    type: 'user',
    id: 'user',
    name: 'User',
    companies: companyIds.map((companyId) => ({ companyId, role: 'viewer', permissions: [] })),
  });
  const admin: Actor = { type: 'user', id: 'admin', name: 'Admin', companies: 'all' };
  const service: Actor = { type: 'service', id: 'billing', name: 'billing' };
  const anyone: Actor = { type: 'public', id: 'public', name: 'public' };

  it.each<[string, Actor, string | undefined]>([
    ['its company', { type: 'agent', id: 'agent', name: 'Agent', companyId: 'a' }, 'a'],
    ['its only company', user('a'), 'a'],
    ['its own with several companies', user('a', 'b'), 'user'],
    ['its own for an admin', admin, 'admin'],
    ['that of all without a credential', anyone, 'public'],
    ['none for a service', service, undefined],
  ])('is %s', (_, actor, share) => {
    expect(shareOf(actor)).toBe(share);
  });
});
