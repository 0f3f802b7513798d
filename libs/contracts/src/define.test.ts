import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, event, isWrite, operation, pathParams } from './define.ts';
import { contracts } from './index.ts';
import { commonRefusals } from './refusals/refusals.ts';

const spec = {
  summary: 'x',
  who: ['board'],
  output: z.object({}),
  refusals: [],
} as const;

describe('operation', () => {
  it('refuses a path parameter that is not in the input', () => {
    expect(() => operation({ ...spec, http: 'GET /api/x/:xId', input: z.object({}) })).toThrow(
      ':xId is not in the input',
    );
  });

  it('refuses an operation without a path that declares no kind', () => {
    expect(() => operation({ ...spec, input: z.object({}) })).toThrow('needs a kind');
  });

  it('refuses an operation that settles after an event that it does not emit', () => {
    const settles = { agents: {}, 'x.done': { issues: {} } };
    const finish = { ...spec, kind: 'write', input: z.object({}), settles } as const;
    expect(() => operation({ ...finish, emits: ['x.begun'] })).toThrow('does not emit');
    expect(() => operation({ ...finish, emits: ['x.begun', 'x.done'] })).not.toThrow();
  });
});

describe('an operation whose answer is not JSON', () => {
  it('has a string as its output where it is text', () => {
    expect(() =>
      operation({
        ...spec,
        http: 'GET /x.txt',
        produces: 'text/plain',
        input: z.object({}),
      }),
    ).toThrow('is a string');
  });

  it('has the items of a page as its output where it is NDJSON', () => {
    const lines = {
      http: 'GET /x',
      produces: 'application/x-ndjson',
      input: z.object({}),
    } as const;
    expect(() => operation({ ...spec, ...lines })).toThrow('the items of a page');
    expect(() =>
      operation({ ...spec, ...lines, paged: true, output: z.array(z.string()) }),
    ).not.toThrow();
  });
});

describe('contract', () => {
  it('refuses an operation that emits an undeclared event', () => {
    const finish = operation({ ...spec, kind: 'write', input: z.object({}), emits: ['x.done'] });
    expect(() =>
      contract({ name: 'issues', summary: 'x', operations: { finish }, events: {} }),
    ).toThrow('issues.finish emits x.done, which is not declared');
  });

  it('accepts an operation that emits a declared event', () => {
    const finish = operation({ ...spec, kind: 'write', input: z.object({}), emits: ['x.done'] });
    const done = event({ entity: 'x', version: 1, summary: 'x', payload: z.object({}) });
    const made = contract({
      name: 'issues',
      summary: 'x',
      operations: { finish },
      events: { 'x.done': done },
    });
    expect(Object.keys(made.operations)).toEqual(['finish']);
  });
});

describe('the contracts', () => {
  const operations = contracts.flatMap((one) => Object.entries(one.operations));

  it('give every operation a unique name and a unique path', () => {
    const names = operations.map(([name]) => name);
    const paths = operations.flatMap(([, { http }]) => (http ? [http] : []));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(operations)('%s parses its own parsed input to the same value', (_, { input }) => {
    const once = input.safeParse({});
    if (once.success) expect(input.parse(once.data)).toEqual(once.data);
    expect(
      JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
    ).not.toContain('"type":"date"');
  });

  it.each(operations)('%s declares no common refusals', (_, { refusals }) => {
    expect(refusals.filter((code) => commonRefusals.includes(code))).toEqual([]);
  });

  // Events belong to a company: an operation outside a company has no log to emit into.
  it.each(operations.filter(([, one]) => one.http && isWrite(one) && !one.aboutCaller))(
    '%s declares the events that it emits',
    (_, { emits = [] }) => {
      expect(emits.length).toBeGreaterThan(0);
    },
  );

  it('have every path parameter in the input', () => {
    for (const [, one] of operations) {
      for (const param of pathParams(one)) expect(Object.keys(one.input.shape)).toContain(param);
    }
  });
});
