/** Whether today's contracts live with what another release asks, answers and says. */
import type { Contract, EventSpec, Operation } from '@muster/contracts';
import type { Golden } from './render.ts';
import { sampleOf } from './sample.ts';

type Today = Pick<Contract, 'operations' | 'events'>;

/** Every way in which another release could not work beside this one, in words. */
export function faultsBeside({ operations, events }: Golden, today: Today): string[] {
  return [
    ...Object.entries(operations).flatMap(([name, golden]) =>
      named(name, faultsOfOperation(golden, today.operations[name]))),
    ...Object.entries(events).flatMap(([name, golden]) =>
      named(name, faultsOfEvent(golden, today.events[name]))),
  ];
}

const named = (name: string, faults: readonly string[]): string[] =>
  faults.map((fault) => `${name} ${fault}`);

function faultsOfOperation(
  { requests, answer }: Golden['operations'][string],
  operation: Operation | undefined,
): string[] {
  if (!operation) return ['is gone'];
  const { input, output, http } = operation;
  // Services read each other's answers by their schemas; clients get what is there.
  const between = http === undefined ? faultsIn(output, answer) : [];
  return [
    ...requests.flatMap((request) => faultsIn(input, request).map((fault) => `refuses ${fault}`)),
    ...between.map((fault) => `cannot read an answer: ${fault}`),
    ...faultsIn(output, over(sampleOf(output, 'full'), answer)).map((fault) =>
      `answers no more ${fault}`),
  ];
}

function faultsOfEvent(
  { payloads, version }: Golden['events'][string],
  spec: EventSpec | undefined,
): string[] {
  if (!spec) return ['is gone'];
  if (spec.version !== version) return [`has version ${spec.version}, not ${version}`];
  return payloads.flatMap((payload) =>
    faultsIn(spec.payload, payload).map((fault) => `cannot be read: ${fault}`));
}

/** What is refused of the value, and what would be dropped of it without a word. */
function faultsIn(schema: Operation['output'], value: unknown): string[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return dropped(value, parsed.data, []);
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

function dropped(value: unknown, kept: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) {
    return Object.is(value, kept) ? [] : [`${path.join('.')}: it becomes another`];
  }
  if (typeof kept !== 'object' || kept === null) return [`${path.join('.')}: it is dropped`];
  return Object.entries(value).flatMap(([key, child]) =>
    key in kept
      ? dropped(child, (kept as Record<string, unknown>)[key], [...path, key])
      : [`${[...path, key].join('.')}: it is dropped`]);
}

/** The old answer where it says something, today's where it does not: fields may be new. */
function over(today: unknown, old: unknown): unknown {
  if (Array.isArray(today) && Array.isArray(old)) {
    return old.map((item, index) => over(today[index] ?? today[0], item));
  }
  if (!isRecord(today) || !isRecord(old)) return old;
  const keys = new Set([...Object.keys(today), ...Object.keys(old)]);
  return Object.fromEntries([...keys].map((key) =>
    [key, key in old ? over(today[key], old[key]) : today[key]]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
