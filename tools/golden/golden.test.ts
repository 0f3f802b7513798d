import { join } from 'node:path';
import type { EventSpec, Operation } from '@muster/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTrials, recordTrials } from '@muster/test-kit/trials';
import { incompatibilities } from './compatibility.ts';
import { goldenContracts, readGoldenFiles, readingOf } from './files.ts';
import { goldenOf } from './render.ts';

const files = readGoldenFiles(join(import.meta.dirname, '../..'));
const releases = [...new Set(files.map(({ release }) => release))];
const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P17',
    by: 'tools/golden',
    faults: 0,
    ...trials.result(),
    how: `${releases.join(' and ')}, not under load`,
  }),
);
const nothing = { operations: {}, events: {} };

describe('the golden files of a release', () => {
  it.each(files)('$release: $contract is compatible with the current contracts', async (file) => {
    const { contract, golden, release } = file;
    const { operations, events } = golden;
    const current = goldenContracts[contract] ?? nothing;
    await trials.of(Object.keys({ ...operations, ...events }).length, () =>
      expect(incompatibilities(golden, current, readingOf(release))).toEqual([]),
    );
  });

  it('exist for a release before the one in development', () => {
    expect(releases.length).toBeGreaterThan(1);
  });
});

const Kind = z.enum(['process', 'http']);

/** An operation between services. */
const internal: Operation = {
  kind: 'read',
  summary: 'A thing.',
  who: ['board'],
  input: z.object({ name: z.string(), size: z.int().max(20).optional(), kind: Kind.optional() }),
  output: z.object({ id: z.guid(), name: z.string() }),
  refusals: [],
};
const published: Operation = { ...internal, http: 'POST /things' };
const eventSpec: EventSpec = {
  entity: 'thing',
  version: 1,
  summary: 'A thing.',
  payload: z.object({ name: z.string().max(100), kind: Kind }),
};
interface Change {
  readonly base?: Operation;
  readonly of?: Partial<Operation>;
  readonly event?: Partial<EventSpec> | 'gone';
}

/** The incompatibilities after a change of the contract. */
const after = (
  { base = published, of = {}, event = {} }: Change,
  reading = { isTolerant: false },
): string[] =>
  incompatibilities(
    goldenOf({ operations: { doIt: base }, events: { 'thing.done': eventSpec } }),
    {
      operations: { doIt: { ...base, ...of } },
      events: event === 'gone' ? {} : { 'thing.done': { ...eventSpec, ...event } },
    },
    reading,
  );

const { shape: input } = published.input;
const output = z.object({ id: z.guid(), name: z.string(), more: z.string() });

describe('a contract', () => {
  it.each<[string, Change]>([
    [
      'an optional field in a request',
      {
        of: { input: z.object({ ...input, more: z.string().optional() }) },
      },
    ],
    ['a field in an answer to clients', { of: { output } }],
    [
      'an optional field in an answer between services',
      {
        base: internal,
        of: { output: output.extend({ more: z.string().optional() }) },
      },
    ],
    [
      'an optional field in an event',
      {
        event: { payload: eventSpec.payload.extend({ more: z.string().optional() }) },
      },
    ],
  ])('stays compatible with %s added', (_, change) => {
    expect(after(change)).toEqual([]);
  });

  it.each<[string, Change, string]>([
    [
      'requires a new field in a request',
      { of: { input: z.object({ ...input, more: z.string() }) } },
      'doIt refuses more',
    ],
    [
      'drops a field from a request',
      { of: { input: z.object({ name: z.string() }) } },
      'doIt refuses size: it is dropped',
    ],
    [
      'changes the type of a field in a request',
      { of: { input: z.object({ name: z.int() }) } },
      'doIt refuses name',
    ],
    [
      'drops a field from an answer',
      { of: { output: z.object({ id: z.guid() }) } },
      'doIt no longer answers name: it is dropped',
    ],
    [
      'requires a new field in an answer between services',
      { base: internal, of: { output } },
      'doIt cannot read an answer: more',
    ],
    [
      'requires a new field in an event',
      {
        event: { payload: eventSpec.payload.extend({ more: z.string() }) },
      },
      'thing.done cannot be read: more',
    ],
    [
      'drops a field from an event',
      { event: { payload: z.object({}) } },
      'thing.done cannot be read: name: it is dropped',
    ],
    ['drops an event', { event: 'gone' }, 'thing.done is gone'],
    ['changes the version of an event', { event: { version: 2 } }, 'thing.done has version 2'],
    [
      'loses a value of an enumeration in a request',
      { of: { input: published.input.extend({ kind: Kind.exclude(['http']).optional() }) } },
      'doIt refuses kind: http is not known',
    ],
    [
      'tightens a limit of a request',
      { of: { input: published.input.extend({ size: z.int().max(19).optional() }) } },
      'doIt refuses size: maximum is 19, not 20',
    ],
    [
      'loses a value of an enumeration in an event',
      { event: { payload: eventSpec.payload.extend({ kind: Kind.exclude(['http']) }) } },
      'thing.done cannot read it: kind: http is not known',
    ],
    [
      'tightens a limit of an event',
      { event: { payload: eventSpec.payload.extend({ name: z.string().max(99) }) } },
      'thing.done cannot read it: name: maxLength is 99, not 100',
    ],
  ])('is incompatible if it %s', (_, change, problem) => {
    expect(after(change)[0]).toContain(problem);
  });

  it.each<[string, Change, string]>([
    [
      'a value of an enumeration in an event',
      {
        event: { payload: eventSpec.payload.extend({ kind: z.enum(['process', 'http', 'cli']) }) },
      },
      'thing.done the other cannot read it: kind: cli is not known',
    ],
    [
      'a wider limit of an event',
      { event: { payload: eventSpec.payload.extend({ name: z.string().max(200) }) } },
      'thing.done the other cannot read it: name: maxLength is 100, not 200',
    ],
    [
      'a value of an enumeration in an answer between services',
      {
        base: { ...internal, output: z.object({ kind: Kind }) },
        of: { output: z.object({ kind: z.enum(['process', 'http', 'cli']) }) },
      },
      'doIt the other cannot read an answer: kind: cli is not known',
    ],
  ])('with %s added is read by a release before only if that is tolerant', (_, change, problem) => {
    expect(after(change)[0]).toContain(problem);
    expect(after(change, { isTolerant: true })).toEqual([]);
  });

  it.each<[string, Change, string]>([
    [
      'an event may lack a field that it required',
      { event: { payload: eventSpec.payload.partial({ name: true }) } },
      'thing.done the other cannot read it: the whole: name is required',
    ],
    [
      'an event has a null that it had not',
      { event: { payload: eventSpec.payload.extend({ name: z.string().nullable() }) } },
      'thing.done the other cannot read it: name: null is not string',
    ],
  ])('is not read by a tolerant release if %s', (_, change, problem) => {
    expect(after(change, { isTolerant: true })[0]).toContain(problem);
  });
});
