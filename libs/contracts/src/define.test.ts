import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, event, isWrite, operation, pathParams } from './define.ts';
import { contracts } from './index.ts';
import { commonRefusals } from './refusals.ts';

const spec = {
  summary: 'x', who: ['board'], output: z.object({}), refusals: [],
} as const;

describe('operation', () => {
  it('refuses a path parameter that is not in the input', () => {
    expect(() => operation({ ...spec, http: 'GET /api/x/:xId', input: z.object({}) }))
      .toThrow(':xId is not in the input');
  });

  it('refuses to guess whether one without a path writes', () => {
    expect(() => operation({ ...spec, input: z.object({}) })).toThrow('has a kind');
  });
});

describe('operation of text', () => {
  it('has a string as its output', () => {
    expect(() => operation({
      ...spec, http: 'GET /x.txt', produces: 'text/plain', input: z.object({}),
    })).toThrow('has a string as its output');
  });

  it('of lines has the items of a page as its output', () => {
    const lines = {
      http: 'GET /x', produces: 'application/x-ndjson', input: z.object({}),
    } as const;
    expect(() => operation({ ...spec, ...lines })).toThrow('lines are the items of a page');
    expect(() => operation({ ...spec, ...lines, paged: true, output: z.array(z.string()) }))
      .not.toThrow();
  });
});

describe('contract', () => {
  it('refuses an operation that says what is no event', () => {
    const says = operation({ ...spec, kind: 'write', input: z.object({}), says: ['x.done'] });
    expect(() => contract({ name: 'issues', summary: 'x', operations: { says }, events: {} }))
      .toThrow('issues.says says x.done, which is not an event');
  });

  it('accepts one that says an event of its own', () => {
    const says = operation({ ...spec, kind: 'write', input: z.object({}), says: ['x.done'] });
    const done = event({ entity: 'x', version: 1, summary: 'x', payload: z.object({}) });
    const made = contract({
      name: 'issues', summary: 'x', operations: { says }, events: { 'x.done': done },
    });
    expect(Object.keys(made.operations)).toEqual(['says']);
  });
});

describe('the contracts', () => {
  const operations = contracts.flatMap((one) => Object.entries(one.operations));

  it('give every operation a name and a path of its own', () => {
    const names = operations.map(([name]) => name);
    const paths = operations.flatMap(([, { http }]) => (http ? [http] : []));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(operations)('%s keeps a JSON input as it is, parsed once or twice', (_, { input }) => {
    const once = input.safeParse({});
    if (once.success) expect(input.parse(once.data)).toEqual(once.data);
    expect(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
      .not.toContain('"type":"date"');
  });

  it.each(operations)('%s names only its own refusals', (_, { refusals }) => {
    expect(refusals.filter((code) => commonRefusals.includes(code))).toEqual([]);
  });

  // Logs are companies': what is about none has none in which it could be said.
  it.each(operations.filter(([, one]) => one.http && isWrite(one) && !one.aboutCaller))(
    '%s says what it does', (_, { says = [] }) => {
      expect(says.length).toBeGreaterThan(0);
    },
  );

  it('take ids of their paths from the input', () => {
    for (const [, one] of operations) {
      for (const param of pathParams(one)) expect(Object.keys(one.input.shape)).toContain(param);
    }
  });
});
