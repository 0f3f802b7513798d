import { describe, expect, it } from 'vitest';
import { chapters, renderChapter, renderContents, renderIndex } from './pages.ts';

const pages = new Map([
  ['/docs', renderContents()],
  ...chapters.map((chapter) => [`/docs/guide/${chapter.slug}`, renderChapter(chapter)] as const),
]);
const targetsOf = (html: string): string[] =>
  [...html.matchAll(/href="(\/docs[^"]*)"/g)].map(([, target = '']) => target);
const isDead = (target: string): boolean => {
  const [path = '', anchor] = target.split('#');
  const html = pages.get(path);
  return html === undefined || (anchor !== undefined && !html.includes(` id="${anchor}"`));
};
/** What the gateway serves beside the pages. */
const beside = ['/docs/api', '/docs/guide/style.css'];

describe('the pages of the guide', () => {
  it.each([...pages])('%s leads to pages and headings that are there', (_, html) => {
    const dead = targetsOf(html).filter((target) => !beside.includes(target) && isDead(target));
    expect(dead).toEqual([]);
  });

  it('have each chapter once, under one address', () => {
    const slugs = chapters.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('show code of a page as text', () => {
    const chapter = chapters.find(({ slug }) => slug === 'five-minutes') ?? expect.fail();
    expect(renderChapter(chapter)).toContain('&lt;&lt;&#39;END&#39;');
  });

  it('are found by headings that lead somewhere', () => {
    const { index } = JSON.parse(renderIndex()) as { index: { documentIds: object } };
    const found = Object.values(index.documentIds) as string[];
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((id) => isDead(`/docs/guide/${id}`))).toEqual([]);
  });
});
