import { describe, expect, test } from 'vitest';
import { chaptersOf, planOf, SERVERS } from './plan.ts';

const killsIn = (seed: number, kills: number) =>
  planOf(seed, kills).filter(({ kind }) => kind === 'kill');

describe('a plan of strikes', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(planOf(7, 60)).toEqual(planOf(7, 60));
    expect(planOf(7, 60)).not.toEqual(planOf(8, 60));
  });

  test.each([1, 8, 60, 1_000])('has %i kills and ends with one', (kills) => {
    const plan = planOf(3, kills);
    expect(killsIn(3, kills)).toHaveLength(kills);
    expect(plan.at(-1)?.kind).toBe('kill');
  });

  test('begins alike whatever its length', () => {
    expect(planOf(11, 60).slice(0, 10)).toEqual(planOf(11, 1_000).slice(0, 10));
  });

  test('is cut into chapters of so many kills, and nothing of it is lost', () => {
    const plan = planOf(3, 250);
    const chapters = chaptersOf(plan, 100);
    expect(chapters.flat()).toEqual(plan);
    expect(chapters.map((own) => own.filter(({ kind }) => kind === 'kill').length))
      .toEqual([100, 100, 50]);
  });

  test('kills every service and every server about as often, and stops and cuts between', () => {
    const plan = planOf(5, 90);
    const servers = plan.flatMap((strike) =>
      strike.kind === 'kill' && 'server' in strike.victim ? [strike.victim.server] : []);
    for (const server of SERVERS) {
      expect(servers.filter((each) => each === server)).toHaveLength(10);
    }
    for (const kind of ['stop', 'cut']) {
      expect(plan.filter((strike) => strike.kind === kind).length).toBeGreaterThan(40);
    }
  });
});
