/** What one caller tries on one route, and what was wrong with the answers. */
import { randomUUID } from 'node:crypto';
import { pathParams } from '@muster/contracts';
import { absentIds } from '../fixtures/one-of-everything.ts';
import { exampleOf, type Input } from '../requests/inputs/example.ts';
import { idPositions, withValueAt, type IdPosition } from '../requests/inputs/ids.ts';
import { thingsOfNoCompany } from '../requests/inputs/things.ts';
import type { Route } from '../requests/routes.ts';
import { ask, withoutAskedId, type ComparableAnswer } from './answers.ts';
import type { Credential } from './caller-kinds.ts';
import type { TenancyFixture } from './fixture.ts';

export interface Attempts {
  readonly count: number;
  readonly faults: readonly Fault[];
}
interface Fault {
  readonly at: string;
  readonly is: string;
  readonly foreign: ComparableAnswer;
  readonly missing?: ComparableAnswer;
}

/** A dead credential gets the same answer whether a thing exists or not. */
export async function attemptWithDead(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const faults = await compareWhole(fixture, route, credential, [401]);
  return { count: 1, faults };
}

export async function attemptOutside(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const positions = idPositions(route);
  const named = positions.filter(isNamed);
  const { operation } = route;
  const faults = await Promise.all([
    ...positions.map((position) => compareAt(fixture, route, credential, position)),
    ...named.map((position) => compareNames(fixture, route, credential, position)),
    ...(pathParams(operation).length > 1 ? [compareWhole(fixture, route, credential, [404])] : []),
    ...(operation.who.includes('public') ? [] : [compareRuns(fixture, route, credential)]),
    ...(positions.length === 0 ? [readWithoutIds(fixture, route, credential)] : []),
  ]);
  return { count: faults.length, faults: faults.flat() };
}

/** Asks for a page of an own list with a cursor of the other company's list. */
export async function attemptWithCursor(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const { http, victim, home, world } = fixture;
  const board = { token: world.stack.boardToken };
  const page = await ask(http, route, board, { ...exampleOf(route, victim.ids), limit: 1 });
  const cursor = page.headers.find((header) => header.startsWith(NEXT))?.slice(NEXT.length);
  if (cursor === undefined) return { count: 1, faults: [] };
  const send = (text: string): Promise<ComparableAnswer> =>
    ask(http, route, credential, { ...exampleOf(route, home.ids), cursor: text });
  const [foreign, missing] = await Promise.all([send(cursor), send('bm90aGluZw')]);
  return {
    count: 1,
    faults: faultsIn(fixture, { at: 'cursor', foreign, missing, expected: [400] }),
  };
}

const NEXT = 'next-cursor: ';

async function readWithoutIds(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
): Promise<Fault[]> {
  const answer = await ask(fixture.http, route, credential, exampleOf(route, fixture.home.ids));
  const is = answer.status < 500 ? secretsIn(fixture, answer) : [`answered with ${answer.status}`];
  return is.map((each) => ({ at: 'all of it', is: each, foreign: answer }));
}

/** All ids are of the other company, as its own callers would send them; or of nothing. */
async function compareWhole(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
  expected: readonly number[],
): Promise<Fault[]> {
  const { http, victim } = fixture;
  const send = (ids: typeof victim.ids): Promise<ComparableAnswer> =>
    ask(http, route, credential, exampleOf(route, ids));
  const [foreign, missing] = await Promise.all([send(victim.ids), send(absentIds(victim.ids))]);
  return faultsIn(fixture, { at: 'all ids', foreign, missing, expected });
}

/** All ids but one are the caller's own; that one is foreign, or of nothing. */
async function compareAt(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
  position: IdPosition,
): Promise<Fault[]> {
  const { where, path, thing } = position;
  const own = exampleOf(route, fixture.home.ids);
  const send = async (id: string): Promise<ComparableAnswer> => {
    const answer = await ask(fixture.http, route, credential, withValueAt(own, path, id) as Input);
    return where === 'path' ? answer : withoutAskedId(answer, id);
  };
  const [foreign, missing] = await Promise.all([
    send(fixture.victim.ids[thing]),
    send(randomUUID()),
  ]);
  const at = `${where} ${path.join('.')}`;
  return faultsIn(fixture, { at, foreign, missing, expected: statusesAt(route, position) });
}

type NamedPosition = IdPosition & { readonly thing: 'agent' | 'issue' };
const isNamed = (position: IdPosition): position is NamedPosition => position.takesName;

/** Names that nothing has. */
const NO_NAME = { agent: 'nobody-at-all', issue: 'NOSUCHTHING-1' };

/** The same with names: an issue's identifier, an agent's URL key. */
async function compareNames(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
  { path, thing }: NamedPosition,
): Promise<Fault[]> {
  const own = exampleOf(route, fixture.home.ids);
  const send = (name: string): Promise<ComparableAnswer> =>
    ask(fixture.http, route, credential, withValueAt(own, path, name) as Input);
  const [foreign, missing] = await Promise.all([
    send(fixture.victim.names[thing]),
    send(NO_NAME[thing]),
  ]);
  return faultsIn(fixture, { at: `${path.join('.')} by name`, foreign, missing, expected: [404] });
}

/** A request in the name of a run of the other company. */
async function compareRuns(
  fixture: TenancyFixture,
  route: Route,
  credential: Credential,
): Promise<Fault[]> {
  const own = exampleOf(route, fixture.home.ids);
  const send = (run: string): Promise<ComparableAnswer> =>
    ask(fixture.http, route, credential, own, { 'x-run-id': run });
  const [foreign, missing] = await Promise.all([send(fixture.victim.ids.run), send(randomUUID())]);
  return faultsIn(fixture, { at: 'X-Run-Id', foreign, missing, expected: [422] });
}

/**
 * A list may be filtered by an absent thing, and a caller may be refused for its own thing before the
 * foreign id is looked up.
 */
function statusesAt({ operation }: Route, { where, path, thing }: IdPosition): readonly number[] {
  if (where === 'query') return thingsOfNoCompany.includes(thing) ? [200, 403, 404] : [200, 404];
  // The filter of a change, from callers who may make none as well.
  if (path[0] === 'filter') return [200, 403, 404];
  // What a template names is refused as a part of it.
  if (path[0] === 'template') return [403, 404, 422];
  // A refused element of a list is named by its row, with the reason.
  if (path.slice(0, -1).includes('*')) return [403, 422];
  // Users, their tokens and sessions belong to no company, so absence is not checked first.
  if (thingsOfNoCompany.includes(thing)) return [403, 404];
  return where === 'path' && pathParams(operation)[0] === path[0] ? [404] : [403, 404];
}

function faultsIn(
  fixture: TenancyFixture,
  {
    at,
    foreign,
    missing,
    expected,
  }: {
    at: string;
    foreign: ComparableAnswer;
    missing: ComparableAnswer;
    expected: readonly number[];
  },
): Fault[] {
  const is = [
    ...(JSON.stringify(foreign) === JSON.stringify(missing)
      ? []
      : ['distinguishable from an absent thing']),
    ...(expected.includes(foreign.status) ? [] : [`not ${expected.join(' or ')}`]),
    ...secretsIn(fixture, foreign),
  ];
  return is.map((each) => ({ at, is: each, foreign, missing }));
}

const secretsIn = ({ secrets }: TenancyFixture, { text }: ComparableAnswer): string[] =>
  secrets.filter((secret) => text.includes(secret)).map((secret) => `reveals ${secret}`);
