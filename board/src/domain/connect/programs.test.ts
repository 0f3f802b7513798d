import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyVariable, waysOf } from './programs.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/mcp.md'), 'utf8');
const parts = (['agent', 'board'] as const).flatMap((of) =>
  waysOf('https://muster.example', of).flatMap(({ word, parts: all }) =>
    all.map(({ text }) => ({ of, word, text })),
  ),
);

describe('how a program uses a key', () => {
  it.each(parts)(
    'is said for $word with the key of a $of as in the page of the docs',
    ({ text, of }) => {
      expect(page).toContain(
        of === 'board' ? text.replace('/api/companies', '/api/agents/me') : text,
      );
    },
  );

  it('puts the key into a variable as in the page of the docs', () => {
    expect(page).toContain(keyVariable.text);
  });
});
