/** What a reader may have to load: a build that is larger fails. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1_024;
const FIRST_LOAD_MAX = 200 * KB;
/** The file that every page waits for. */
const ENTRY_MAX = 110 * KB;
const PAGE_MAX = 40 * KB;
/** 14 KB of it are the table of character references, for which the policy of the pages allows no smaller way. */
const MARKDOWN_MAX = 64 * KB;
const FONT_MAX = 90 * KB;

export function requireBudgets(folder: string): void {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readdirSync(join(folder, 'assets'));
  const sizeOf = (name: string): number =>
    gzipSync(readFileSync(join(folder, 'assets', name))).length;
  const isFirst = (name: string): boolean => html.includes(`/assets/${name}`);
  const first = assets.filter(isFirst).reduce((sum, name) => sum + sizeOf(name), 0);
  requireAtMost('the first load', first, FIRST_LOAD_MAX);
  for (const name of assets.filter((each) => /^index-.*\.js$/.test(each)))
    requireAtMost('the entry', sizeOf(name), ENTRY_MAX);
  for (const name of assets.filter((each) => !isFirst(each))) {
    if (name.endsWith('.woff2')) requireAtMost(name, sizeOf(name), FONT_MAX);
    else requireAtMost(name, sizeOf(name), name.startsWith('markdown') ? MARKDOWN_MAX : PAGE_MAX);
  }
}

function requireAtMost(what: string, bytes: number, max: number): void {
  if (bytes <= max) return;
  const [has, may] = [bytes, max].map((each) => (each / KB).toFixed(1));
  throw new Error(`the budget of ${what} is ${may} KB compressed, and it has ${has} KB`);
}
