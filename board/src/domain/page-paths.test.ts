import { describe, expect, it } from 'vitest';
import { pagePatterns } from './page-paths.ts';

const isPage = (path: string): boolean =>
  pagePatterns().some((each) => new RegExp(each).test(path));

describe('paths of pages', () => {
  it.each([
    '/',
    '/enter',
    '/join',
    '/me',
    '/ACM',
    '/ACM/',
    '/ACM/issues/ACM-12',
    `/${'A'.repeat(190)}/issues/${'A'.repeat(190)}-12`,
    '/A2B/runs/01a20cfc-7526',
    '/ACM/settings',
    '/ACM/settings/people',
    '/ACM/settings/webhooks/01a20cfc-7526',
  ])('has a page for %s', (path) => {
    expect(isPage(path)).toBe(true);
  });

  it.each(['/nothing', '/acm', '/ACM/nothing', '/ACM/issues/a/b', '/ACM/issues/..%2f'])(
    'has none for %s',
    (path) => {
      expect(isPage(path)).toBe(false);
    },
  );
});
