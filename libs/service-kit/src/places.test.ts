import type { Actor } from '@muster/contracts';
import { describe, expect, it, vi } from 'vitest';
import {
  openPlaces,
  openWaitedPlaces,
  shareOf,
  type PlaceHolder,
  type Places,
  type WaitedPlaces,
} from './places.ts';

const MAX = 256;
/** Nobody is refused while the test looks. */
const PATIENT = { waitMaxMs: 60_000 };

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

const enter = (places: WaitedPlaces, holder: PlaceHolder): Promise<boolean> =>
  places.take(holder) ? Promise.resolve(true) : places.wait(holder);
const ofCompany = (id: string, count: number): PlaceHolder[] =>
  Array.from({ length: count }, () => company(id));

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

describe('places that are waited for', () => {
  it('serve a burst of one company that is larger than its share', async () => {
    const places = openWaitedPlaces(256);
    const served = ofCompany('a', 200).map(async (holder) => {
      const hasPlace = await enter(places, holder);
      if (hasPlace) places.release(holder);
      return hasPlace;
    });
    expect(await Promise.all(served)).not.toContain(false);
  });

  it('serve a burst on one resource that is larger than its share', async () => {
    const places = openWaitedPlaces(8);
    const holder = { company: 'a', resource: 'issue' };
    const entered = Array.from({ length: 7 }, () => enter(places, holder));
    for (const one of entered) {
      expect(await one).toBe(true);
      places.release(holder);
    }
  });

  it('go to who waits longest, and past a company that has its share', async () => {
    const places = openWaitedPlaces(4, PATIENT);
    const order: string[] = [];
    for (const holder of ofCompany('a', 3)) expect(places.take(holder)).toBe(true);
    const waiting = ['a', 'b', 'c'].map(async (id) => {
      await enter(places, company(id));
      order.push(id);
    });
    // The last free place is for a company that holds none.
    await waiting[1];
    places.release({ company: 'b' });
    await waiting[2];
    places.release({ company: 'a' });
    await Promise.all(waiting);
    expect(order).toEqual(['b', 'c', 'a']);
  });

  it('are refused after the longest wait', async () => {
    const places = openWaitedPlaces(1, { waitMaxMs: 5, burstWaitMaxMs: 5 });
    expect(places.take({})).toBe(true);
    expect(await places.wait({})).toBe(false);
    places.release({});
    expect(places.take({})).toBe(true);
  });

  it('are waited for longer in a burst than in a flood', async () => {
    vi.useFakeTimers();
    try {
      const places = openWaitedPlaces(1, { lineMax: 8, waitMaxMs: 10, burstWaitMaxMs: 50 });
      const refused: string[] = [];
      const enterAs = (name: string) =>
        void places.wait({}).then((hasPlace) => hasPlace || refused.push(name));
      places.take({});
      enterAs('first');
      await vi.advanceTimersByTimeAsync(9);
      enterAs('of the same burst');
      await vi.advanceTimersByTimeAsync(11);
      enterAs('of a flood');
      await vi.advanceTimersByTimeAsync(10);
      expect(refused).toEqual(['of a flood']);
      await vi.advanceTimersByTimeAsync(30);
      expect(refused).toEqual(['of a flood', 'first', 'of the same burst']);
      enterAs('after an empty line');
      await vi.advanceTimersByTimeAsync(49);
      places.release({});
      await vi.advanceTimersByTimeAsync(1);
      expect(refused).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are given to those in line as soon as there are more', async () => {
    const places = openWaitedPlaces(1, { ...PATIENT, lineMax: 8 });
    places.take({});
    const waiting = [places.wait({}), places.wait({ company: 'a' })];
    places.resize(3);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    places.resize(1);
    for (let taken = 3; taken > 0; taken -= 1) {
      expect(places.take({})).toBe(false);
      places.release({});
    }
    expect(places.take({})).toBe(true);
  });

  it('are refused at once to a company that fills its part of the line', async () => {
    const places = openWaitedPlaces(4, PATIENT);
    for (const holder of ofCompany('a', 3)) places.take(holder);
    const waiting = ofCompany('a', 3).map((holder) => places.wait(holder));
    expect(await places.wait({ company: 'a' })).toBe(false);
    expect(places.isFull()).toBe(false);
    expect(await enter(places, { company: 'b' })).toBe(true);
    for (const one of waiting) {
      places.release({ company: 'a' });
      expect(await one).toBe(true);
    }
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
