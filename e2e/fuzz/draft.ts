/**
 * A request before its ids are known, generated from a seed: the same seed makes the same requests on
 * another stack. Ids are placeholders, which a pool of live ids replaces.
 */
import { IssueRef, pathParams, type Operation } from '@muster/contracts';
import fc, { type Arbitrary } from 'fast-check';
import { requestOf } from '../world/http-client.ts';
import { objectOf, type Generation } from '../requests/inputs/arbitrary.ts';
import { isIdSchema } from '../requests/inputs/ids.ts';
import { texts } from '../requests/inputs/texts.ts';
import { thingOf } from '../requests/inputs/things.ts';
import { routes, type Route } from '../requests/routes.ts';
import { placeholderOf } from './placeholders.ts';
import { specialFieldOf } from './special-fields.ts';
import { mutations } from './mutations.ts';
import type { Mutation, RequestParts } from './request-parts.ts';

/** Members of the company with one permission each, or with none. */
const memberKinds = [
  'operator',
  'viewer',
  'with invite',
  'with approve',
  'with manage_agents',
  'with manage_budgets',
] as const;
export type MemberKind = (typeof memberKinds)[number];

export type CallerKind = 'board' | 'owner' | MemberKind | 'chief' | 'worker' | 'run' | 'nobody';

export interface Draft {
  readonly route: Route;
  readonly caller: CallerKind;
  readonly parts: RequestParts;
  /** The name of the mutation of a request that its schema accepts. */
  readonly mutation: string;
  /** Whether it may be a request of another route, or of none. */
  readonly mayChangeRoute: boolean;
}

/** One of so many requests of the board is sent by a member without all rights. */
const MEMBERS_SHARE = 4;
/** Percentage of requests that are left as their schema wants them. */
const UNCHANGED_PERCENT = 60;
const OPTIONAL_PERCENT = 35;

/** Characters that no client can send in a header. */
const NOT_IN_HEADERS = /[^\t -~\u00a0-\u00ff]/g;

const unchanged: Mutation = { name: 'none', mayChangeRoute: false, apply: (parts) => parts };

export const drafts: Arbitrary<Draft> = fc.oneof(...routes.map(draftsOf));

function draftsOf(route: Route): Arbitrary<Draft> {
  return fc
    .tuple(
      inputsOf(route),
      callersOf(route.operation),
      fc.oneof(
        { weight: UNCHANGED_PERCENT, arbitrary: fc.constant(unchanged) },
        { weight: 100 - UNCHANGED_PERCENT, arbitrary: mutations },
      ),
    )
    .map(([input, caller, { name, mayChangeRoute, apply }]) => ({
      route,
      caller,
      mutation: name,
      mayChangeRoute,
      parts: apply(partsOf(route.operation, input)),
    }));
}

function inputsOf({ name, operation }: Route): Arbitrary<Record<string, unknown>> {
  const generation: Generation = {
    optionalPercent: OPTIONAL_PERCENT,
    textUpTo: texts.upTo,
    idOf: (field, schema) => placeholderOf(thingOf(name, field), schema === IssueRef),
    special: (field) => specialFieldOf(name, field),
  };
  const shape = Object.entries(operation.input.shape).filter(([field]) => field !== 'ifVersion');
  return objectOf(Object.fromEntries(shape), generation);
}

/** Mostly callers whom the operation allows. */
function callersOf({ who }: Operation): Arbitrary<CallerKind> {
  const agents = who.includes('agent') || who.includes('public') ? 10 : 1;
  const board = who.includes('board') || who.includes('public') ? 20 : 1;
  return fc.oneof(
    { weight: board, arbitrary: fc.constantFrom('board' as const, 'owner' as const) },
    { weight: Math.ceil(board / MEMBERS_SHARE), arbitrary: fc.constantFrom(...memberKinds) },
    {
      weight: agents,
      arbitrary: fc.constantFrom('chief' as const, 'worker' as const, 'run' as const),
    },
    { weight: 1, arbitrary: fc.constant('nobody' as const) },
  );
}

function partsOf(operation: Operation, input: Record<string, unknown>): RequestParts {
  const { method, path, body, headers = {} } = requestOf(operation, input);
  const [line = '', query = ''] = path.split('?', 2);
  return {
    method,
    path: line,
    query: query === '' ? [] : query.split('&'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name, text.replaceAll(NOT_IN_HEADERS, '?')]),
      ),
    },
    json: body,
  };
}

export const idParams = ({ operation }: Route): string[] =>
  pathParams(operation).filter((name) => isIdSchema(operation.input.shape[name]));
