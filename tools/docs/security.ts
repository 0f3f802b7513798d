import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempts, isolations } from '@muster/runner/attempts';
import { attemptsOfReviews } from '../attempts.ts';
import { shares } from '../shares.ts';
import { code, codes, table } from './markdown.ts';

const PAGE = join(import.meta.dirname, '../../docs/operations/security.md');
const BEGIN = '<!-- Rendered by `pnpm render` from the attempts of runner/test/isolation. -->';
const BEGIN_SHARES = '<!-- Rendered by `pnpm render` from tools/shares.ts. -->';
const BEGIN_REVIEWS = '<!-- Rendered by `pnpm render` from tools/attempts.ts. -->';
const END_REVIEWS = '<!-- The rest is written by hand again. -->';
const END_SHARES = '<!-- What follows is written by hand. -->';
const END = '<!-- The rest of this page is written by hand. -->';

/** The page of security, with what each isolation holds of hostile programs, and the shares of companies. */
export function renderSecurity(): string {
  const page = readFileSync(PAGE, 'utf8');
  const tables = [
    [BEGIN, attemptsTable(), END],
    [BEGIN_SHARES, sharesTable(), END_SHARES],
    [BEGIN_REVIEWS, reviewsTable(), END_REVIEWS],
  ] as const;
  return tables.reduce(
    (text, [begin, rendered, end]) => withTable(text, begin, rendered, end),
    page,
  );
}

function withTable(page: string, begin: string, rendered: string, end: string): string {
  const [before = ''] = page.split(begin);
  const [, after = ''] = page.split(end);
  return [before, begin, '\n\n', rendered, '\n\n', end, after].join('');
}

const sharesTable = (): string =>
  table(
    ['what', 'what one gets', 'the rest', 'test'],
    shares.map(({ resource, share, codes: refused, test }) => [
      resource,
      share,
      refused.length > 0 ? codes(refused) : 'waits',
      code(test),
    ]),
  );

const reviewsTable = (): string =>
  table(
    ['tried, or found by reading', 'test', 'its title'],
    attemptsOfReviews.map(({ tries, file, title }) => [tries, code(file), title]),
  );

const attemptsTable = (): string =>
  table(
    ['it tries', ...isolations.map((isolation) => `\`${isolation}\``)],
    Object.values(attempts).map(({ tries, holds }) => [
      tries,
      ...isolations.map((isolation) => holds[isolation]),
    ]),
  );
