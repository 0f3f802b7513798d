import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempts, isolations } from '@muster/runner/attempts';
import { table } from './markdown.ts';

const PAGE = join(import.meta.dirname, '../../docs/operations/security.md');
const BEGIN = '<!-- Rendered by `pnpm render` from the attempts of runner/test/isolation. -->';
const END = '<!-- The rest of this page is written by hand. -->';

/** The page of security, with what each isolation holds of the attempts of a hostile program. */
export function renderSecurity(): string {
  const page = readFileSync(PAGE, 'utf8');
  const [before = ''] = page.split(BEGIN);
  const [, after = ''] = page.split(END);
  return [before, BEGIN, '\n\n', attemptsTable(), '\n\n', END, after].join('');
}

const attemptsTable = (): string =>
  table(
    ['it tries', ...isolations.map((isolation) => `\`${isolation}\``)],
    Object.values(attempts).map(({ tries, holds }) => [
      tries,
      ...isolations.map((isolation) => holds[isolation]),
    ]),
  );
