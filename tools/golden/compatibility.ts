/**
 * Checks that the current contracts and those of another release understand each other: the current
 * ones accept its requests, answers and events, and it reads the answers and events of these, as
 * beside it during an upgrade and after a rollback.
 */
import type { Contract, EventSpec, Operation } from '@muster/contracts';
import { refusedBy, type Reading } from './accepts.ts';
import type { Golden } from './render.ts';
import { sampleOf } from './sample.ts';
import { shapeOf, type Shape } from './shape.ts';

type Current = Pick<Contract, 'operations' | 'events'>;

/**
 * Describes each incompatibility between another release and the current contracts.
 *
 * @param reading how the other release reads what services of this one say.
 */
export function incompatibilities(
  { operations, events }: Golden,
  current: Current,
  reading: Reading,
): string[] {
  return [
    ...Object.entries(operations).flatMap(([name, golden]) =>
      prefixed(name, operationIncompatibilities(golden, current.operations[name], reading)),
    ),
    ...Object.entries(events).flatMap(([name, golden]) =>
      prefixed(name, eventIncompatibilities(golden, current.events[name], reading)),
    ),
  ];
}

const prefixed = (name: string, faults: readonly string[]): string[] =>
  faults.map((fault) => `${name} ${fault}`);

function operationIncompatibilities(
  { requests, answer, shapes }: Golden['operations'][string],
  operation: Operation | undefined,
  reading: Reading,
): string[] {
  if (!operation) return ['is gone'];
  const { input, output, http } = operation;
  // Services parse each other's answers with the schema; clients get the answer as it is.
  const between = http === undefined ? problemsIn(output, answer) : [];
  return [
    ...requests.flatMap((request) => problemsIn(input, request).map((fault) => `refuses ${fault}`)),
    ...refusedBy(shapeOf(input), shapes.request, STRICT).map((fault) => `refuses ${fault}`),
    ...between.map((fault) => `cannot read an answer: ${fault}`),
    ...(shapes.answer ? bothWays(shapes.answer, shapeOf(output), reading, 'an answer') : []),
    ...problemsIn(output, mergedOver(sampleOf(output, 'full'), answer)).map(
      (fault) => `no longer answers ${fault}`,
    ),
  ];
}

function eventIncompatibilities(
  { payloads, version, shape }: Golden['events'][string],
  spec: EventSpec | undefined,
  reading: Reading,
): string[] {
  if (!spec) return ['is gone'];
  if (spec.version !== version) return [`has version ${spec.version}, not ${version}`];
  return [
    ...payloads.flatMap((payload) =>
      problemsIn(spec.payload, payload).map((fault) => `cannot be read: ${fault}`),
    ),
    ...bothWays(shape, shapeOf(spec.payload), reading, 'it'),
  ];
}

const STRICT: Reading = { isTolerant: false };

/** What the log or an answer of the other release has is read strictly: it has been promised. */
const bothWays = (other: Shape, current: Shape, reading: Reading, what: string): string[] => [
  ...refusedBy(current, other, STRICT).map((fault) => `cannot read ${what}: ${fault}`),
  ...refusedBy(other, current, reading).map((fault) => `the other cannot read ${what}: ${fault}`),
];

/** The fields of a value that the schema refuses, changes or drops. */
function problemsIn(schema: Operation['output'], value: unknown): string[] {
  const result = schema.safeParse(value);
  if (result.success) return changesIn(value, result.data, []);
  return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function changesIn(value: unknown, parsed: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) {
    return Object.is(value, parsed) ? [] : [`${path.join('.')}: it changes`];
  }
  if (typeof parsed !== 'object' || parsed === null) return [`${path.join('.')}: it is dropped`];
  return Object.entries(value).flatMap(([key, child]) =>
    key in parsed
      ? changesIn(child, (parsed as Record<string, unknown>)[key], [...path, key])
      : [`${[...path, key].join('.')}: it is dropped`],
  );
}

/** The old answer, with fields that are new since then taken from the current sample. */
function mergedOver(current: unknown, old: unknown): unknown {
  if (Array.isArray(current) && Array.isArray(old)) {
    return old.map((item, index) => mergedOver(current[index] ?? current[0], item));
  }
  if (!isRecord(current) || !isRecord(old)) return old;
  const keys = new Set([...Object.keys(current), ...Object.keys(old)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in old ? mergedOver(current[key], old[key]) : current[key]]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
