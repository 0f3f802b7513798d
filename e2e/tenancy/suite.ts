/**
 * No caller sees or changes what is another company's: every route, every id that it takes, every
 * kind of caller. The routes and their ids come from the contracts, so a new one is tried as well.
 */
import { pathParams } from '@muster/contracts';
import { describe, expect, test } from 'vitest';
import { newTrials, note } from '../harness/proof.ts';
import { routes } from '../harness/routes.ts';
import type { Route } from '../harness/routes.ts';
import { attemptOutside, attemptWithCursor, attemptWithDead } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { deadKinds } from './credentials.ts';
import { digestAtRest } from './fingerprint.ts';
import { insiderKinds, restrictionsOf, unjudged } from './insiders.ts';
import { outsiderKinds } from './stage.ts';
import type { Stage } from './stage.ts';

/** As many as were promised; the routes of today make far more. */
const CASES_MIN = 600;

const named = (all: readonly Route[]) => all.map((route) => [route.name, route] as const);
const needCaller = routes.filter(({ operation }) => !operation.who.includes('public'));
/** Lists of what lies in one company. */
const paged = routes.filter(({ operation }) =>
  operation.paged && operation.who.includes('board') && pathParams(operation).length > 0);

export function describeTenancy(walls: string, stage: () => Stage): void {
  let cases = 0;
  let wrong = 0;
  const trials = newTrials();
  const tried = new Set<string>();
  /** What went wrong in the attempts, which are counted. */
  const faultsOf = async (route: Route, made: Promise<Attempts>): Promise<Attempts['faults']> => {
    const { count, faults } = await made;
    tried.add(route.name);
    cases += count;
    wrong += faults.length;
    return faults;
  };

  describe.each(named(needCaller))('%s turns away', (_, route) => {
    test.concurrent.each(deadKinds)('%s', async (kind) => {
      const made = attemptWithDead(stage(), route, stage().dead[kind]);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe.each(named(routes))('%s tells nothing to', (_, route) => {
    test.concurrent.each(outsiderKinds)('%s', async (kind) => {
      const made = attemptOutside(stage(), route, stage().outsiders[kind]);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe('no cursor of another company is good for', () => {
    test.concurrent.each(named(paged))('%s', async (_, route) => {
      const { outsiders } = stage();
      const made = attemptWithCursor(stage(), route, outsiders['an owner of another company']);
      expect(await faultsOf(route, made)).toEqual([]);
    });
  });

  describe.each(insiderKinds)('%s of the company', (kind) => {
    test.concurrent.each(restrictionsOf(kind))('is refused $name: $code', async (restriction) => {
      const { attempt, code, route } = restriction;
      await trials.of(1, async () =>
        expect(await attempt(stage(), route)).toEqual({ status: 403, code }));
    });
  });

  test('every write of an agent is judged', () => {
    expect(unjudged).toEqual([]);
  });

  describe('all of it', () => {
    test('leaves the other company as it was', async () => {
      const { sql, victim, digest } = stage();
      await trials.of(0, async () =>
        expect(await digestAtRest(sql, victim.companyId)).toEqual(digest));
    });

    test('was tried on every route', () => {
      const shown = trials.shown();
      const tries = cases + shown.trials;
      note({
        promise: 'P13', by: `e2e/tenancy ${walls}`, trials: tries, faults: 0,
        violations: wrong + shown.violations, how: `${tried.size} routes`,
      });
      expect(routes.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
      expect(tries).toBeGreaterThanOrEqual(CASES_MIN);
      process.stdout.write(`${tries} cases on ${tried.size} routes\n`);
    });
  });
}
