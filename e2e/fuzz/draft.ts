/**
 * A request before its ids are known: generated from a seed, so that the same seed makes the same
 * requests on another stack. Where an id belongs stands a mark that a pool of live ids replaces.
 */
import { IssueRef, pathParams } from '@muster/contracts';
import type { Operation } from '@muster/contracts';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { requestOf } from '../harness/api.ts';
import { objectOf } from '../harness/inputs/arbitrary.ts';
import type { Surroundings } from '../harness/inputs/arbitrary.ts';
import { isIdSchema } from '../harness/inputs/ids.ts';
import { texts } from '../harness/inputs/texts.ts';
import { thingOf } from '../harness/inputs/things.ts';
import { routes } from '../harness/routes.ts';
import type { Route } from '../harness/routes.ts';
import { markOf } from './marks.ts';
import { special } from './special.ts';
import { twists } from './twists.ts';
import type { Sketch, Twist } from './twists.ts';

export const callerKinds = ['board', 'owner', 'operator', 'chief', 'worker', 'nobody'] as const;
export type CallerKind = (typeof callerKinds)[number];

export type Draft = {
  readonly route: Route;
  readonly caller: CallerKind;
  readonly sketch: Sketch;
  /** What was done to a request that its schema accepts. */
  readonly twist: string;
  /** Whether it still is a request of this route. */
  readonly elsewhere: boolean;
};

/** How many of 100 requests are as their schema wants them. */
const STRAIGHT_PERCENT = 60;
const OPTIONAL_PERCENT = 35;

/** What no client can send in a header. */
const NOT_IN_HEADERS = /[^\t -~\u00a0-\u00ff]/g;

const straight: Twist = { name: 'none', elsewhere: false, apply: (sketch) => sketch };

export const drafts: Arbitrary<Draft> = fc.oneof(...routes.map(draftsOf));

function draftsOf(route: Route): Arbitrary<Draft> {
  return fc
    .tuple(
      inputsOf(route),
      callersOf(route.operation),
      fc.oneof(
        { weight: STRAIGHT_PERCENT, arbitrary: fc.constant(straight) },
        { weight: 100 - STRAIGHT_PERCENT, arbitrary: twists },
      ),
    )
    .map(([input, caller, { name, elsewhere, apply }]) => ({
      route, caller, twist: name, elsewhere, sketch: apply(sketchOf(route.operation, input)),
    }));
}

function inputsOf({ name, operation }: Route): Arbitrary<Record<string, unknown>> {
  const around: Surroundings = {
    optionalPercent: OPTIONAL_PERCENT,
    textUpTo: texts.upTo,
    idOf: (field, schema) => markOf(thingOf(name, field), schema === IssueRef),
    special: (field) => special(name, field),
  };
  const shape = Object.entries(operation.input.shape).filter(([field]) => field !== 'ifVersion');
  return objectOf(Object.fromEntries(shape), around);
}

/** Mostly somebody who may call it. */
function callersOf({ who }: Operation): Arbitrary<CallerKind> {
  const agents = who.includes('agent') || who.includes('public') ? 10 : 1;
  const board = who.includes('board') || who.includes('public') ? 20 : 1;
  return fc.oneof(
    { weight: board, arbitrary: fc.constantFrom('board' as const, 'owner' as const) },
    { weight: 1, arbitrary: fc.constant('operator' as const) },
    { weight: agents, arbitrary: fc.constantFrom('chief' as const, 'worker' as const) },
    { weight: 1, arbitrary: fc.constant('nobody' as const) },
  );
}

function sketchOf(operation: Operation, input: Record<string, unknown>): Sketch {
  const { method, path, body, headers = {} } = requestOf(operation, input);
  const [line = '', query = ''] = path.split('?', 2);
  return {
    method,
    path: line,
    query: query === '' ? [] : query.split('&'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, text]) =>
        [name, text.replaceAll(NOT_IN_HEADERS, '?')])),
    },
    json: body,
  };
}

export const idParams = ({ operation }: Route): string[] =>
  pathParams(operation).filter((name) => isIdSchema(operation.input.shape[name]));
