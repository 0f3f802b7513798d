import { join } from 'node:path';
import type { EventSpec, Operation } from '@muster/contracts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newTrials, note } from '../promises/note.ts';
import { faultsBeside } from './accepts.ts';
import { goldenContracts, readGoldenFiles } from './files.ts';
import { goldenOf } from './render.ts';

const files = readGoldenFiles(join(import.meta.dirname, '../..'));
const releases = [...new Set(files.map(({ release }) => release))];
const trials = newTrials();
afterAll(() => note({
  promise: 'P17', by: 'tools/golden', faults: 0, ...trials.shown(),
  how: `${releases.join(' and ')}, not under load`,
}));
const nothing = { operations: {}, events: {} };

describe('what a release asked, answered and said', () => {
  it.each(files)("$release: $contract works beside today's services", async (file) => {
    const { contract, golden } = file;
    const { operations, events } = golden;
    await trials.of(Object.keys({ ...operations, ...events }).length, () =>
      expect(faultsBeside(golden, goldenContracts[contract] ?? nothing)).toEqual([]));
  });

  it('is there for a release before the one in the making', () => {
    expect(releases.length).toBeGreaterThan(1);
  });
});

/** What services ask of each other. */
const between: Operation = {
  kind: 'read',
  summary: 'A thing.',
  who: ['board'],
  input: z.object({ name: z.string(), size: z.int().optional() }),
  output: z.object({ id: z.guid(), name: z.string() }),
  refusals: [],
};
const asked: Operation = { ...between, http: 'POST /things' };
const said: EventSpec = {
  entity: 'thing', version: 1, summary: 'A thing.', payload: z.object({ name: z.string() }),
};
type Change = {
  readonly base?: Operation;
  readonly of?: Partial<Operation>;
  readonly event?: Partial<EventSpec> | 'gone';
};

/** What another release makes of it that has changed so much. */
const afterwards = ({ base = asked, of = {}, event = {} }: Change): string[] =>
  faultsBeside(goldenOf({ operations: { doIt: base }, events: { 'thing.done': said } }), {
    operations: { doIt: { ...base, ...of } },
    events: event === 'gone' ? {} : { 'thing.done': { ...said, ...event } },
  });

const { shape: input } = asked.input;
const output = z.object({ id: z.guid(), name: z.string(), more: z.string() });

describe('a contract', () => {
  it.each<[string, Change]>([
    ['an optional field of a request', {
      of: { input: z.object({ ...input, more: z.string().optional() }) },
    }],
    ['a field of an answer to clients', { of: { output } }],
    ['an optional field of an answer between services', {
      base: between, of: { output: output.extend({ more: z.string().optional() }) },
    }],
    ['an optional field of an event', {
      event: { payload: said.payload.extend({ more: z.string().optional() }) },
    }],
  ])('may get %s', (_, change) => {
    expect(afterwards(change)).toEqual([]);
  });

  it.each<[string, Change, string]>([
    ['asks for a further field', { of: { input: z.object({ ...input, more: z.string() }) } },
      'doIt refuses more'],
    ['drops a field of a request', { of: { input: z.object({ name: z.string() }) } },
      'doIt refuses size: it is dropped'],
    ['takes another type', { of: { input: z.object({ name: z.int() }) } }, 'doIt refuses name'],
    ['drops a field of an answer', { of: { output: z.object({ id: z.guid() }) } },
      'doIt answers no more name: it is dropped'],
    ['has a further field of an answer between services', { base: between, of: { output } },
      'doIt cannot read an answer: more'],
    ['has a further field of an event', {
      event: { payload: said.payload.extend({ more: z.string() }) },
    }, 'thing.done cannot be read: more'],
    ['drops a field of an event', { event: { payload: z.object({}) } },
      'thing.done cannot be read: name: it is dropped'],
    ['loses an event', { event: 'gone' }, 'thing.done is gone'],
    ['changes the version of an event', { event: { version: 2 } }, 'thing.done has version 2'],
  ])('that %s does not work beside the release before it', (_, change, fault) => {
    expect(afterwards(change)[0]).toContain(fault);
  });
});
