import { Id, IssueRef, IssueStatus, JsonObject, NonEmptyText } from '@muster/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inRightForm } from './right-form.ts';

const id = '0198a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
const schema = z.strictObject({
  title: NonEmptyText.optional(),
  note: z.string().nullable().optional(),
  status: z.array(IssueStatus).max(7).optional(),
  blockedBy: z.array(IssueRef).optional(),
  limit: z.int().min(1).max(50).default(20),
  share: z.number().optional(),
  deep: z.boolean().optional(),
  assignee: z.union([z.enum(['me', 'none']), Id]).optional(),
  value: z.union([z.string(), z.int(), z.array(z.int())]).optional(),
  range: z.union([z.strictObject({ from: z.int() }), z.array(z.int())]).optional(),
  details: JsonObject.optional(),
  tags: z.array(z.string()).optional(),
  parts: z
    .array(z.object({ name: z.string(), count: z.int(), tags: z.array(z.string()) }))
    .optional(),
});

describe('what a model sends', () => {
  it.each([
    ['JSON of a list', { blockedBy: '["DEA-1"]' }, { blockedBy: ['DEA-1'] }],
    ['JSON of an empty list', { status: ' [] ' }, { status: [] }],
    ['JSON of an object', { details: '{"a":["1"]}' }, { details: { a: ['1'] } }],
    ['a word for a list', { status: 'todo' }, { status: ['todo'] }],
    ['an identifier for a list', { blockedBy: 'DEA-1' }, { blockedBy: ['DEA-1'] }],
    ['words between commas', { status: 'todo, done' }, { status: ['todo', 'done'] }],
    ['identifiers between commas', { blockedBy: 'DEA-1,DEA-2' }, { blockedBy: ['DEA-1', 'DEA-2'] }],
    ['JSON of a word for a list', { status: '"todo"' }, { status: ['todo'] }],
    [
      'an object for a list',
      { parts: { name: '1', count: '2', tags: 'a' } },
      { parts: [{ name: '1', count: 2, tags: ['a'] }] },
    ],
    [
      'JSON within JSON',
      { parts: '[{"name":"1","count":"2","tags":"[\\"a\\"]"}]' },
      { parts: [{ name: '1', count: 2, tags: ['a'] }] },
    ],
    ['digits', { limit: '5' }, { limit: 5 }],
    ['digits with zeros', { limit: ' 05 ' }, { limit: 5 }],
    ['digits of a fraction', { share: '-0.5' }, { share: -0.5 }],
    ['true as a text', { deep: 'True' }, { deep: true }],
    ['null for what is left out', { title: null, limit: null, parts: null }, {}],
    ['no text for what is left out', { title: '', assignee: '', blockedBy: '' }, {}],
    ['null as a text', { assignee: 'null', limit: 'null' }, {}],
    ['an id in quotes', { assignee: `"${id}"` }, { assignee: id }],
    ['a number for a text', { title: 2026 }, { title: '2026' }],
    ['a truth value for a text', { note: true }, { note: 'true' }],
    ['a list of one for a value', { limit: ['5'], assignee: [id] }, { limit: 5, assignee: id }],
    [
      'null in a list',
      { status: [null, 'todo'], blockedBy: [null] },
      { status: ['todo'], blockedBy: [] },
    ],
    ['digits for a member of a union', { range: '{"from":"1"}' }, { range: { from: 1 } }],
  ])('is taken as %s', (_, sent, wanted) => {
    expect(inRightForm(schema, sent)).toEqual(wanted);
    expect(inRightForm(schema, JSON.stringify(sent))).toEqual(wanted);
    expect(schema.safeParse(inRightForm(schema, sent)).success).toBe(true);
  });

  it.each([
    ['a text with commas in a list', { tags: ['a, b'] }],
    ['no text that means something', { note: '' }],
    ['a text of JSON', { title: '["a"]', note: 'null' }],
    ['a text of digits', { title: '5', value: '7' }],
    ['null that means something', { note: null }],
    ['what is open', { details: { count: '5', list: '[]', none: null } }],
  ])('stays %s', (_, sent) => {
    expect(inRightForm(schema, sent)).toEqual(sent);
  });

  it.each([
    ['digits that are none', { limit: '5 issues' }],
    ['a list of another kind', { status: '{"a":1}' }],
    ['a word that the list does not have', { status: 'open' }],
    ['a word between commas that it does not have', { status: 'todo, open' }],
    ['a list of two for a value', { limit: [5, 6], assignee: [id, id] }],
    ['an object for a text', { title: { a: 1 } }],
    ['a field that is unknown', { labels: null }],
  ])('is left to the parser as %s', (_, sent) => {
    expect(inRightForm(schema, sent)).toEqual(sent);
    expect(schema.safeParse(sent).success).toBe(false);
  });

  const word = fc.constantFrom(...IssueStatus.options);
  const fitting = fc.record(
    {
      title: fc.oneof(fc.json(), fc.integer().map(String)).map((text) => `x${text}`),
      note: fc.option(fc.oneof(fc.string(), fc.json())),
      status: fc.array(word, { maxLength: 7 }),
      limit: fc.integer({ min: 1, max: 50 }),
      deep: fc.boolean(),
      value: fc.oneof(fc.json(), fc.integer(), fc.array(fc.integer())),
      details: fc.dictionary(
        fc.string().map((key) => `k${key}`),
        fc.jsonValue(),
      ),
      parts: fc.array(
        fc.record({ name: fc.json(), count: fc.integer(), tags: fc.array(fc.string()) }),
      ),
    },
    { requiredKeys: [] },
  );

  it('is never changed where it fits, and is the same in every form', () => {
    fc.assert(
      fc.property(fitting, (sent) => {
        // As a client sends it: JSON has no -0.
        const given = JSON.parse(JSON.stringify(sent));
        expect(inRightForm(schema, given)).toEqual(given);
        const asText = Object.entries(given).map(([name, value]) => [
          name,
          typeof value === 'string' || value === null || name === 'value'
            ? value
            : JSON.stringify(value),
        ]);
        expect(inRightForm(schema, Object.fromEntries(asText))).toEqual(given);
      }),
    );
  });

  it('is brought into form at most once', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(schema.shape)), fc.jsonValue()),
        (sent) => {
          const once = inRightForm(schema, sent);
          expect(inRightForm(schema, once)).toEqual(once);
        },
      ),
    );
  });
});
