import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideOf, guides } from './guides.ts';
import { pagePaths } from '../page-paths.ts';

const docs = join(import.meta.dirname, '../../../../docs');

describe('the guide of a page', () => {
  it('is there for each page that people see when they are signed in', () => {
    const without = Object.entries(guides).filter(([, guide]) => guide === undefined);
    expect(without.map(([name]) => name)).toEqual([
      'signIn',
      'enter',
      'join',
      'authorize',
      'device',
    ]);
  });

  it.each([...new Set(Object.values(guides))].filter((guide) => guide !== undefined))(
    'is a file of the docs: %s',
    (guide) => {
      const files = [`guide/${guide}.md`, `${guide}.md`];
      expect(files.some((file) => existsSync(join(docs, file)))).toBe(true);
    },
  );

  it('is found by the path of a route, whether it ends with a slash or not', () => {
    expect(guideOf(pagePaths.hook)).toBe('routines-and-hooks');
    expect(guideOf('/$prefix/')).toBe('running-a-company');
    expect(guideOf('/')).toBe('running-a-company');
    expect(guideOf('/nothing')).toBeUndefined();
  });
});
