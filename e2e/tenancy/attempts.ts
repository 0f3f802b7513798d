/** What is tried on one route by one caller, and what was wrong with the answers. */
import { randomUUID } from 'node:crypto';
import { pathParams } from '@muster/contracts';
import { nobodys } from '../harness/estate.ts';
import { exampleOf } from '../harness/inputs/example.ts';
import type { Input } from '../harness/inputs/example.ts';
import { idPositions, withValueAt } from '../harness/inputs/ids.ts';
import type { IdPosition } from '../harness/inputs/ids.ts';
import type { Route } from '../harness/routes.ts';
import { ask, without } from './answers.ts';
import type { Told } from './answers.ts';
import type { Credential } from './credentials.ts';
import type { Stage } from './stage.ts';

export type Attempts = { readonly count: number; readonly faults: readonly Fault[] };
type Fault = {
  readonly at: string;
  readonly is: string;
  readonly foreign: Told;
  readonly missing?: Told;
};

/** What it asks for exists, and it is told the same as where it does not. */
export async function attemptWithDead(
  stage: Stage,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const faults = await compareWhole(stage, route, credential, [401]);
  return { count: 1, faults };
}

export async function attemptOutside(
  stage: Stage,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const positions = idPositions(route);
  const named = positions.filter(isNamed);
  const { operation } = route;
  const faults = await Promise.all([
    ...positions.map((position) => compareAt(stage, route, credential, position)),
    ...named.map((position) => compareNames(stage, route, credential, position)),
    ...(pathParams(operation).length > 1 ? [compareWhole(stage, route, credential, [404])] : []),
    ...(operation.who.includes('public') ? [] : [compareRuns(stage, route, credential)]),
    ...(positions.length === 0 ? [lookWithoutIds(stage, route, credential)] : []),
  ]);
  return { count: faults.length, faults: faults.flat() };
}

/** A page of its own list, from where a list of the other company goes on. */
export async function attemptWithCursor(
  stage: Stage,
  route: Route,
  credential: Credential,
): Promise<Attempts> {
  const { wire, victim, home, world } = stage;
  const board = { token: world.stack.boardToken };
  const page = await ask(wire, route, board, { ...exampleOf(route, victim.ids), limit: 1 });
  const cursor = page.headers.find((header) => header.startsWith(NEXT))?.slice(NEXT.length);
  if (cursor === undefined) return { count: 1, faults: [] };
  const tell = (text: string): Promise<Told> =>
    ask(wire, route, credential, { ...exampleOf(route, home.ids), cursor: text });
  const [foreign, missing] = await Promise.all([tell(cursor), tell('bm90aGluZw')]);
  return { count: 1, faults: faultsIn(stage, { at: 'cursor', foreign, missing, expected: [400] }) };
}

const NEXT = 'next-cursor: ';

async function lookWithoutIds(
  stage: Stage,
  route: Route,
  credential: Credential,
): Promise<Fault[]> {
  const told = await ask(stage.wire, route, credential, exampleOf(route, stage.home.ids));
  const is = told.status < 500 ? secretsIn(stage, told) : [`answered with ${told.status}`];
  return is.map((each) => ({ at: 'all of it', is: each, foreign: told }));
}

/** Every id lies in the other company, as its own people would ask; or names nothing. */
async function compareWhole(
  stage: Stage,
  route: Route,
  credential: Credential,
  expected: readonly number[],
): Promise<Fault[]> {
  const { wire, victim } = stage;
  const tell = (ids: typeof victim.ids): Promise<Told> =>
    ask(wire, route, credential, exampleOf(route, ids));
  const [foreign, missing] = await Promise.all([tell(victim.ids), tell(nobodys(victim.ids))]);
  return faultsIn(stage, { at: 'all ids', foreign, missing, expected });
}

/** Everything but one id is the caller's own; that one is foreign, or names nothing. */
async function compareAt(
  stage: Stage,
  route: Route,
  credential: Credential,
  position: IdPosition,
): Promise<Fault[]> {
  const { where, path, thing } = position;
  const own = exampleOf(route, stage.home.ids);
  const tell = async (id: string): Promise<Told> => {
    const told = await ask(stage.wire, route, credential, withValueAt(own, path, id) as Input);
    return where === 'path' ? told : without(told, id);
  };
  const [foreign, missing] = await Promise.all([tell(stage.victim.ids[thing]), tell(randomUUID())]);
  const at = `${where} ${path.join('.')}`;
  return faultsIn(stage, { at, foreign, missing, expected: statusesAt(route, position) });
}

type NamedPosition = IdPosition & { readonly thing: 'agent' | 'issue' };
const isNamed = (position: IdPosition): position is NamedPosition => position.takesName;

/** What nothing is called. */
const NO_NAME = { agent: 'nobody-at-all', issue: 'NOSUCHTHING-1' };

/** The same by name: an issue's identifier, an agent's url key. */
async function compareNames(
  stage: Stage,
  route: Route,
  credential: Credential,
  { path, thing }: NamedPosition,
): Promise<Fault[]> {
  const own = exampleOf(route, stage.home.ids);
  const tell = (name: string): Promise<Told> =>
    ask(stage.wire, route, credential, withValueAt(own, path, name) as Input);
  const [foreign, missing] = await Promise.all([
    tell(stage.victim.names[thing]), tell(NO_NAME[thing]),
  ]);
  return faultsIn(stage, { at: `${path.join('.')} by name`, foreign, missing, expected: [404] });
}

/** A request that says it is made for a run of the other company. */
async function compareRuns(
  stage: Stage,
  route: Route,
  credential: Credential,
): Promise<Fault[]> {
  const own = exampleOf(route, stage.home.ids);
  const tell = (run: string): Promise<Told> =>
    ask(stage.wire, route, credential, own, { 'x-run-id': run });
  const [foreign, missing] = await Promise.all([tell(stage.victim.ids.run), tell(randomUUID())]);
  return faultsIn(stage, { at: 'X-Run-Id', foreign, missing, expected: [422] });
}

/**
 * A list may be filtered by what is not there, and a caller may be the wrong one for the thing of
 * its own that the id lies in.
 */
function statusesAt({ operation }: Route, { where, path, thing }: IdPosition): readonly number[] {
  if (where === 'query') return [200, 404];
  // Users and what they hold are in no company, so their absence is not looked at first.
  if (['user', 'boardToken', 'session'].includes(thing)) return [403, 404];
  return where === 'path' && pathParams(operation)[0] === path[0] ? [404] : [403, 404];
}

function faultsIn(
  stage: Stage,
  { at, foreign, missing, expected }: {
    at: string; foreign: Told; missing: Told; expected: readonly number[];
  },
): Fault[] {
  const is = [
    ...(JSON.stringify(foreign) === JSON.stringify(missing) ? [] : ['told apart']),
    ...(expected.includes(foreign.status) ? [] : [`not ${expected.join(' or ')}`]),
    ...secretsIn(stage, foreign),
  ];
  return is.map((each) => ({ at, is: each, foreign, missing }));
}

const secretsIn = ({ secrets }: Stage, { text }: Told): string[] =>
  secrets.filter((secret) => text.includes(secret)).map((secret) => `tells ${secret}`);
