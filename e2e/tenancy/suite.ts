/**
 * No caller sees or changes anything of another company: on every route, with every id that it takes,
 * for every kind of caller. Routes and ids come from the contracts, so a new one is tried as well.
 */
import { pathParams } from '@muster/contracts';
import { openTrials, recordTrials } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { routes, type Route } from '../requests/routes.ts';
import { attemptOutside, attemptWithCursor, attemptWithDead, type Attempts } from './attempts.ts';
import { deadKinds, insiderKinds, outsiderKinds } from './caller-kinds.ts';
import { settledDigest } from './fingerprint.ts';
import { restrictionsOf, undecidedWrites } from './insiders.ts';
import type { TenancyFixture } from './fixture.ts';

/** The promised number; the present routes make far more. */
const CASES_MIN = 600;

const named = (all: readonly Route[]) => all.map((route) => [route.name, route] as const);
const needCaller = routes.filter(({ operation }) => !operation.who.includes('public'));
/** Lists of things in one company. */
const paged = routes.filter(
  ({ operation }) =>
    operation.paged && operation.who.includes('board') && pathParams(operation).length > 0,
);

export function describeTenancy(protection: string, fixture: () => TenancyFixture): void {
  let cases = 0;
  let wrong = 0;
  const trials = openTrials();
  const tried = new Set<string>();
  /** Counts the attempts; answers with their faults. */
  const faultsOf = async (route: Route, made: Promise<Attempts>): Promise<Attempts['faults']> => {
    const { count, faults } = await made;
    tried.add(route.name);
    cases += count;
    wrong += faults.length;
    return faults;
  };

  describe.each(named(needCaller))('%s refuses', (_, route) => {
    it.concurrent.each(deadKinds)('%s', async (kind) => {
      const made = attemptWithDead(fixture(), route, fixture().dead[kind]);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe.each(named(routes))('%s reveals nothing to', (_, route) => {
    it.concurrent.each(outsiderKinds)('%s', async (kind) => {
      const made = attemptOutside(fixture(), route, fixture().outsiders[kind]);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe('a cursor of another company is refused by', () => {
    it.concurrent.each(named(paged))('%s', async (_, route) => {
      const { outsiders } = fixture();
      const made = attemptWithCursor(fixture(), route, outsiders['an owner of another company']);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe.each(insiderKinds)('%s of the company', (kind) => {
    it.concurrent.each(restrictionsOf(kind))('is refused $name: $code', async (restriction) => {
      const { attempt, code, route } = restriction;
      await trials.of(1, async () =>
        expect(await attempt(fixture(), route)).toEqual({ status: 403, code }),
      );
    });
  });

  it('every write that agents may call has an entry in the tables', () => {
    expect(undecidedWrites).toEqual([]);
  });

  describe('the whole suite', () => {
    it('leaves the other company unchanged', async () => {
      const { sql, victim, digest } = fixture();
      await trials.of(0, async () =>
        expect(await settledDigest(sql, victim.companyId)).toEqual(digest),
      );
    });

    it('tried every route', () => {
      const shown = trials.result();
      const tries = cases + shown.trials;
      recordTrials({
        promise: 'P13',
        by: `e2e/tenancy ${protection}`,
        trials: tries,
        faults: 0,
        violations: wrong + shown.violations,
        how: `${tried.size} routes`,
      });
      expect(routes.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
      expect(tries).toBeGreaterThanOrEqual(CASES_MIN);
      process.stdout.write(`${tries} cases on ${tried.size} routes\n`);
    });
  });
}
