import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, table } from './markdown.ts';
import { erasedOtherwise, kitTables, serviceTables, type Fate } from './retention-tables.ts';

const PAGE = join(import.meta.dirname, '../../docs/operations/retention.md');
const BEGIN = '<!-- Rendered by `pnpm render` from tools/docs/retention-tables.ts. -->';
const END = '<!-- The rest of this page is written by hand. -->';

/** The page about what is kept for how long, with what becomes of the rows of every table. */
export function renderRetention(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before = ''] = page.split(BEGIN);
  const [, after = ''] = page.split(END);
  return [before, BEGIN, '\n\n', fates(), '\n\n', END, after].join('');
}

const fates = (): string =>
  table(
    ['schema', 'table', 'its rows are', 'an erased company takes'],
    Object.entries({ each: kitTables, ...serviceTables }).flatMap(([schema, tables]) =>
      Object.entries(tables).map(([name, fate]) => [
        schema,
        code(name),
        wordsOf(fate),
        erasedOtherwise[schema]?.[name] ?? 'its rows',
      ]),
    ),
  );

function wordsOf(fate: Fate): string {
  if ('aged' in fate) return `aged: ${fate.aged}`;
  return 'capped' in fate ? `capped: ${fate.capped}` : `kept, because: ${fate.kept}`;
}
