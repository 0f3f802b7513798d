/**
 * The guide: pages that `pnpm render` has made of `docs/guide`, a stylesheet, and a search that runs in the page. Their
 * content security policy allows files of this server only.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import type { StaticAsset } from '../../http/static-assets.ts';

const require = createRequire(import.meta.url);
const folder = new URL('../../../guide/', import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A release has other pages under the same addresses, so nobody keeps them for long. */
const briefly = { 'cache-control': 'public, max-age=300' };
export const pageHeaders = { 'cache-control': 'no-store', 'content-security-policy': policy };

export const readGuide = (name: string): Promise<Buffer> => readFile(new URL(name, folder));

const page = (file: string): StaticAsset => ({
  path: `/docs/guide/${file.replace('.html', '')}`,
  type: 'text/html',
  read: () => readGuide(file),
  headers: pageHeaders,
});

const script = (name: string, read: StaticAsset['read']): StaticAsset => ({
  path: `/docs/guide/${name}`,
  type: 'text/javascript',
  read,
  headers: briefly,
});

const pages = readdirSync(folder).filter((file) => file.endsWith('.html') && file !== 'index.html');

export const guideAssets: readonly StaticAsset[] = [
  ...pages.map(page),
  script('search.js', () => readGuide('search.js')),
  script('minisearch.js', () =>
    readFile(require.resolve('minisearch').replace(/cjs.*/, 'es/index.js')),
  ),
  {
    path: '/docs/guide/style.css',
    type: 'text/css',
    read: () => readGuide('style.css'),
    headers: briefly,
  },
  {
    path: '/docs/guide/search-index.json',
    type: 'application/json',
    read: () => readGuide('search-index.json'),
    headers: briefly,
  },
];
