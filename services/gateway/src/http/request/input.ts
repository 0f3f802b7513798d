/**
 * Merges path, query and body into one flat input; the path wins over the body, the body over the
 * query. Fields that no schema knows are dropped and reported. They are refused if the client asks
 * for strict handling, or has evidently meant another field (decision 8).
 */
import { isWrite, mayBeNew, pathParams, Refusal, type Operation } from '@muster/contracts';
import { z } from 'zod';
import { parseInput } from '../hints/describe-field.ts';
import { misnamedFields, unknownField } from '../hints/misnamed-fields.ts';
import {
  misnamedInside,
  namesBeside,
  namesIn,
  type NestedNames,
} from '../hints/misnamed-inside.ts';
import { fieldKinds, convertText, type FieldKind } from './fields.ts';
import { requireStorableText } from './json-body.ts';

/** Precomputed from an operation to read its requests. */
export interface InputPlan {
  readonly operation: Operation;
  readonly kinds: ReadonlyMap<string, FieldKind>;
  readonly params: ReadonlySet<string>;
  /** Fields sent as a header → the header's name in lower case. */
  readonly inHeader: ReadonlyMap<string, string>;
  readonly takesVersion: boolean;
  /** Whether 0 is a version: what is written is not there yet. */
  readonly mayBeNew: boolean;
  readonly takesBody: boolean;
  /** Names of the record that a write answers with. */
  readonly shown: ReadonlySet<string>;
  /** Of its fields, with the names of the objects in them. */
  readonly names: NestedNames;
  /** Whether there are such objects. */
  readonly hasObjects: boolean;
}

export const planInput = (operation: Operation): InputPlan => ({
  operation,
  ...nestedOf(operation),
  kinds: fieldKinds(operation),
  params: new Set(pathParams(operation)),
  inHeader: new Map(
    Object.entries(operation.headers ?? {}).map(([field, name]) => [field, name.toLowerCase()]),
  ),
  takesVersion: 'ifVersion' in operation.input.shape,
  mayBeNew: mayBeNew(operation),
  takesBody: isWrite(operation),
  shown: isWrite(operation) ? shownBy(operation) : new Set(),
});

function nestedOf({ input }: Operation): Pick<InputPlan, 'names' | 'hasObjects'> {
  const names = namesIn(input) ?? new Map();
  return {
    names,
    hasObjects: names.has('adapterConfig') || [...names.values()].some((inner) => inner?.size),
  };
}

const shownBy = ({ output }: Operation): ReadonlySet<string> =>
  new Set(output instanceof z.ZodObject ? Object.keys(output.shape) : []);

export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly prefer: string | undefined;
  /** Names in the query that are no input: what is asked of the answer. */
  readonly aside?: ReadonlySet<string> | undefined;
}

export interface ParsedInput {
  readonly input: Record<string, unknown>;
  /** Names of fields that were dropped. */
  readonly ignored: readonly string[];
}

type Fields = Record<string, unknown>;

export function readInput(plan: InputPlan, raw: RawRequest): ParsedInput {
  const flat: Fields = {};
  const ignored: string[] = [];
  takeQuery(plan, raw, flat, ignored);
  const body = plan.takesBody ? bodyOf(raw.body) : {};
  for (const name of Object.keys(body)) {
    if (plan.kinds.has(name) && !isInPathOrHeader(plan, name)) flat[name] = body[name];
    else ignored.push(name);
  }
  for (const name of plan.params) flat[name] = (raw.params as Fields)[name];
  for (const [field, name] of plan.inHeader) {
    const value = raw.header(name);
    if (value !== undefined) flat[field] = value;
  }
  if (plan.hasObjects) requireNoMisnamedInside(plan, body);
  if (ignored.length > 0) requireNoMisnamed(plan, flat, { ...(raw.query as Fields), ...body }, raw);
  if (plan.takesVersion && raw.ifMatch !== undefined) {
    flat['ifVersion'] = versionOf(raw.ifMatch);
  } else if (plan.mayBeNew && raw.ifNoneMatch?.trim() === '*') {
    flat['ifVersion'] = 0;
  }
  const input = parseInput(plan.operation, flat);
  for (const name of Object.keys(body)) {
    if (name in flat) collectIgnored(body[name], input[name], name, ignored);
  }
  if (ignored.length > 0 && isStrict(raw.prefer)) throw unknownFields(plan, ignored);
  return { input, ignored };
}

/** A field under another name would change nothing, and its client would not notice. */
function requireNoMisnamed(
  plan: InputPlan,
  flat: Fields,
  given: Fields,
  { aside }: Pick<RawRequest, 'aside'>,
): void {
  const misnamed = misnamedFields(given, {
    known: (name) =>
      plan.kinds.has(name) || isInPathOrHeader(plan, name) || aside?.has(name) === true,
    shown: plan.shown,
    free: namesOf(plan).filter((name) => !Object.hasOwn(flat, name)),
  });
  if (misnamed.length > 0) throw new Refusal('invalid_input', misnamed);
}

function requireNoMisnamedInside({ names }: InputPlan, body: Fields): void {
  const misnamed = misnamedInside(names, body);
  if (misnamed.length > 0) throw new Refusal('invalid_input', misnamed);
}

/** Names of fields next to one that is ignored. */
export const namesNextTo = (plan: InputPlan, name: string): readonly string[] =>
  name.includes('.') ? namesBeside(plan.names, name) : namesOf(plan);

/** Names of fields that a body or a query may have. */
export const namesOf = (plan: InputPlan): readonly string[] =>
  [...plan.kinds.keys()].filter((name) => !isInPathOrHeader(plan, name));

/** Fields of the path and of headers are accepted from there only. */
const isInPathOrHeader = ({ params, inHeader }: InputPlan, name: string): boolean =>
  params.has(name) || inHeader.has(name);

function takeQuery(
  plan: InputPlan,
  { query: given, aside }: RawRequest,
  flat: Fields,
  ignored: string[],
): void {
  const query = given as Fields;
  for (const name in query) {
    if (aside?.has(name)) continue;
    const kind = plan.kinds.get(name);
    if (kind === undefined || isInPathOrHeader(plan, name)) {
      ignored.push(name);
      continue;
    }
    const value = convertText(kind, query[name]);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === 'string') requireStorableText(text, [name]);
    }
    flat[name] = value;
  }
}

function bodyOf(body: unknown): Fields {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw new Refusal('invalid_input', [
    { path: [], code: 'invalid_type', message: 'the body must be an object' },
  ]);
}

/** Reports what the schema dropped from an object inside the body. */
function collectIgnored(given: unknown, parsed: unknown, path: string, ignored: string[]): void {
  if (typeof given !== 'object' || given === null) return;
  if (typeof parsed !== 'object' || parsed === null) return;
  for (const [key, inner] of Object.entries(given)) {
    const at = `${path}.${key}`;
    if (key in parsed) collectIgnored(inner, (parsed as Fields)[key], at, ignored);
    else ignored.push(at);
  }
}

/** The version alone, or the tag of an answer, which begins with it. */
function versionOf(ifMatch: string): number {
  const version = /^(?:W\/)?"?(\d{1,15})(?:\.[\w-]{1,64})?"?$/.exec(ifMatch)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('invalid_input', [
    {
      path: ['If-Match'],
      code: 'invalid_format',
      message: 'expected the version in quotes, or the ETag of the record',
    },
  ]);
}

const isStrict = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;\s])handling=strict(?:$|[,;\s])/i.test(prefer);

const unknownFields = (plan: InputPlan, ignored: readonly string[]): Refusal =>
  new Refusal(
    'invalid_input',
    ignored.map((name) => unknownField(name, namesNextTo(plan, name))),
  );
