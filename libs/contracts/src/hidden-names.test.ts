/** Each field by which an input names something, found by its key: a new one is held to the rule as well. */
import { expect, it } from 'vitest';
import { contracts } from './index.ts';

const NAMES = ['name', 'agentName'];

const named = contracts.flatMap(({ operations }) =>
  Object.entries(operations).flatMap(([operation, { input }]) =>
    Object.entries(input.shape as Record<string, { safeParse(value: unknown): unknown }>)
      .filter(([field]) => NAMES.includes(field))
      .map(([field, schema]) => [`${operation}.${field}`, schema] as const),
  ),
);

it.each(named)('%s takes no hidden character', (_, schema) => {
  for (const name of ['A\u200Bda', 'Ada\u{E0041}', '\u202EadA', 'Ada\uFE01']) {
    expect(schema.safeParse(name)).toMatchObject({ success: false });
  }
});
