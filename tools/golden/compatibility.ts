/** Checks that the current contracts accept the requests, answers and events of another release. */
import type { Contract, EventSpec, Operation } from '@muster/contracts';
import type { Golden } from './render.ts';
import { sampleOf } from './sample.ts';

type Current = Pick<Contract, 'operations' | 'events'>;

/** Describes each incompatibility between another release and the current contracts. */
export function incompatibilities({ operations, events }: Golden, current: Current): string[] {
  return [
    ...Object.entries(operations).flatMap(([name, golden]) =>
      prefixed(name, operationIncompatibilities(golden, current.operations[name])),
    ),
    ...Object.entries(events).flatMap(([name, golden]) =>
      prefixed(name, eventIncompatibilities(golden, current.events[name])),
    ),
  ];
}

const prefixed = (name: string, faults: readonly string[]): string[] =>
  faults.map((fault) => `${name} ${fault}`);

function operationIncompatibilities(
  { requests, answer }: Golden['operations'][string],
  operation: Operation | undefined,
): string[] {
  if (!operation) return ['is gone'];
  const { input, output, http } = operation;
  // Services parse each other's answers with the schema; clients get the answer as it is.
  const between = http === undefined ? problemsIn(output, answer) : [];
  return [
    ...requests.flatMap((request) => problemsIn(input, request).map((fault) => `refuses ${fault}`)),
    ...between.map((fault) => `cannot read an answer: ${fault}`),
    ...problemsIn(output, mergedOver(sampleOf(output, 'full'), answer)).map(
      (fault) => `no longer answers ${fault}`,
    ),
  ];
}

function eventIncompatibilities(
  { payloads, version }: Golden['events'][string],
  spec: EventSpec | undefined,
): string[] {
  if (!spec) return ['is gone'];
  if (spec.version !== version) return [`has version ${spec.version}, not ${version}`];
  return payloads.flatMap((payload) =>
    problemsIn(spec.payload, payload).map((fault) => `cannot be read: ${fault}`),
  );
}

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
