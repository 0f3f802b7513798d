/**
 * One flat input of path, query and body; the path wins over the body, the body over the query.
 * What no schema knows is left out and named, or refused where the client asks for strictness.
 */
import { isWrite, pathParams, Refusal, type Operation } from '@muster/contracts';
import { parseInput } from '@muster/service-kit';
import { fieldKinds, valueOf, type FieldKind } from './fields.ts';
import { checkText } from './json-body.ts';

/** What is precomputed of an operation for reading its requests. */
export interface InputPlan {
  readonly operation: Operation;
  readonly kinds: ReadonlyMap<string, FieldKind>;
  readonly params: ReadonlySet<string>;
  /** Fields that come in a header, by its name in lower case. */
  readonly inHeader: ReadonlyMap<string, string>;
  readonly takesVersion: boolean;
  readonly takesBody: boolean;
}

export const planInput = (operation: Operation): InputPlan => ({
  operation,
  kinds: fieldKinds(operation),
  params: new Set(pathParams(operation)),
  inHeader: new Map(
    Object.entries(operation.headers ?? {}).map(([field, name]) => [field, name.toLowerCase()]),
  ),
  takesVersion: 'ifVersion' in operation.input.shape,
  takesBody: isWrite(operation),
});

export interface Received {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly header: (name: string) => string | undefined;
  readonly ifMatch: string | undefined;
  readonly prefer: string | undefined;
}

export interface ReadInput {
  readonly input: Record<string, unknown>;
  /** Names of fields that nobody looked at. */
  readonly ignored: readonly string[];
}

type Fields = Record<string, unknown>;

export function readInput(plan: InputPlan, received: Received): ReadInput {
  const flat: Fields = {};
  const ignored: string[] = [];
  takeQuery(plan, received.query as Fields, flat, ignored);
  const body = plan.takesBody ? bodyOf(received.body) : {};
  for (const name of Object.keys(body)) {
    if (plan.kinds.has(name) && !isElsewhere(plan, name)) flat[name] = body[name];
    else ignored.push(name);
  }
  for (const name of plan.params) flat[name] = (received.params as Fields)[name];
  for (const [field, name] of plan.inHeader) {
    const value = received.header(name);
    if (value !== undefined) flat[field] = value;
  }
  if (plan.takesVersion && received.ifMatch !== undefined) {
    flat['ifVersion'] = versionOf(received.ifMatch);
  }
  const input = parseInput(plan.operation, flat);
  for (const name of Object.keys(body)) {
    if (name in flat) nameIgnored(body[name], input[name], name, ignored);
  }
  if (ignored.length > 0 && isStrict(received.prefer)) throw unknownFields(ignored);
  return { input, ignored };
}

/** What comes in the path or in a header comes nowhere else. */
const isElsewhere = ({ params, inHeader }: InputPlan, name: string): boolean =>
  params.has(name) || inHeader.has(name);

function takeQuery(plan: InputPlan, query: Fields, flat: Fields, ignored: string[]): void {
  for (const name in query) {
    const kind = plan.kinds.get(name);
    if (kind === undefined || isElsewhere(plan, name)) {
      ignored.push(name);
      continue;
    }
    const value = valueOf(kind, query[name]);
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === 'string') checkText(text, [name]);
    }
    flat[name] = value;
  }
}

function bodyOf(body: unknown): Fields {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw new Refusal('invalid_input', [
    { path: [], code: 'invalid_type', message: 'the body has to be an object' },
  ]);
}

/** What the schema has dropped of an object inside the body. */
function nameIgnored(given: unknown, kept: unknown, path: string, ignored: string[]): void {
  if (typeof given !== 'object' || given === null) return;
  if (typeof kept !== 'object' || kept === null) return;
  for (const [key, inner] of Object.entries(given)) {
    const at = `${path}.${key}`;
    if (key in kept) nameIgnored(inner, (kept as Fields)[key], at, ignored);
    else ignored.push(at);
  }
}

function versionOf(ifMatch: string): number {
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(ifMatch)?.[1];
  if (version !== undefined) return Number(version);
  throw new Refusal('invalid_input', [
    { path: ['If-Match'], code: 'invalid_format', message: 'the version in quotes is expected' },
  ]);
}

const isStrict = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;\s])handling=strict(?:$|[,;\s])/i.test(prefer);

const unknownFields = (names: readonly string[]): Refusal =>
  new Refusal('invalid_input', names.map((name) => ({
    path: name.split('.'), code: 'unrecognized_keys', message: 'this field is not known here',
  })));
