import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attemptsOfReviews } from './attempts.ts';

const root = join(import.meta.dirname, '..');

it.each(attemptsOfReviews.map((attempt) => [attempt.tries, attempt] as const))(
  'is tried again by a test: %s',
  (_, { file, title }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  },
);

it('names all ten findings by reading', () => {
  const named = attemptsOfReviews.flatMap(({ tries }) => /^R\d+(?=:)/.exec(tries) ?? []);
  expect([...new Set(named)]).toEqual(Array.from({ length: 10 }, (_, at) => `R${at + 1}`));
});
