import { describe, expect, it } from 'vitest';
import { faultPlanOf, segmentsOf } from './fault-plan.ts';
import { SERVERS } from './victims.ts';

const killsIn = (seed: number, kills: number) =>
  faultPlanOf(seed, kills).filter(({ kind }) => kind === 'kill');

describe('a fault plan', () => {
  it('is the same for the same seed, and different for another', () => {
    expect(faultPlanOf(7, 60)).toEqual(faultPlanOf(7, 60));
    expect(faultPlanOf(7, 60)).not.toEqual(faultPlanOf(8, 60));
  });

  it.each([1, 8, 60, 1_000])('has %i kills and ends with one', (kills) => {
    const plan = faultPlanOf(3, kills);
    expect(killsIn(3, kills)).toHaveLength(kills);
    expect(plan.at(-1)?.kind).toBe('kill');
  });

  it('begins the same way whatever its length', () => {
    expect(faultPlanOf(11, 60).slice(0, 10)).toEqual(faultPlanOf(11, 1_000).slice(0, 10));
  });

  it('is cut into segments of so many kills without losing a fault', () => {
    const plan = faultPlanOf(3, 250);
    const segments = segmentsOf(plan, 100);
    expect(segments.flat()).toEqual(plan);
    expect(segments.map((own) => own.filter(({ kind }) => kind === 'kill').length)).toEqual([
      100, 100, 50,
    ]);
  });

  it('kills every service and server equally often, with stops and cuts in between', () => {
    const plan = faultPlanOf(5, 90);
    const servers = plan.flatMap((planned) =>
      planned.kind === 'kill' && 'server' in planned.victim ? [planned.victim.server] : [],
    );
    for (const server of SERVERS) {
      expect(servers.filter((each) => each === server)).toHaveLength(10);
    }
    for (const kind of ['stop', 'cut']) {
      expect(plan.filter((planned) => planned.kind === kind).length).toBeGreaterThan(40);
    }
  });
});
