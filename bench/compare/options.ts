/** The command line of `pnpm bench:compare`. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { positive } from '../options.ts';
import { rowsOf, ROWS, type Row } from '../rows.ts';

export const CLIENTS = 8;

/** Variables by name, which `start` gets. */
export type Settings = Readonly<Record<string, string>>;

export interface CompareOptions {
  /** The other checkout's folder. */
  readonly other: string;
  readonly settings: { readonly this: Settings; readonly other: Settings };
  readonly rounds: number;
  readonly operations: number;
  readonly issues: number;
  /** Over which the connections are spread. */
  readonly companies: number;
  readonly rows: readonly Row[];
  /** Absent when the page is only printed. */
  readonly resultName: string | undefined;
}

const USAGE =
  'usage: pnpm bench:compare <other-checkout> [--rounds 5] [--operations 800] ' +
  '[--issues 1000] [--companies 4] [--only row,row] [--with NAME=value] [--other-with NAME=value] ' +
  '[--keep] [--name compare]';

export function readCompareOptions(): CompareOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      operations: { type: 'string', default: '800' },
      issues: { type: 'string', default: '1000' },
      companies: { type: 'string', default: '4' },
      only: { type: 'string' },
      with: { type: 'string', multiple: true, default: [] },
      'other-with': { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      name: { type: 'string', default: 'compare' },
    },
  });
  const [other] = positionals;
  if (other === undefined || positionals.length > 1) throw new Error(USAGE);
  if (!existsSync(join(other, 'package.json'))) throw new Error(`${other} is no checkout`);
  return {
    other: resolve(other),
    settings: { this: settingsIn(values.with), other: settingsIn(values['other-with']) },
    rounds: positive('rounds', values.rounds),
    operations: positive('operations', values.operations),
    issues: positive('issues', values.issues),
    companies: companiesIn(values.companies),
    rows: values.only === undefined ? ROWS : rowsOf(values.only),
    resultName: values.keep ? values.name : undefined,
  };
}

function companiesIn(value: string): number {
  const companies = positive('companies', value);
  if (CLIENTS % companies !== 0) throw new Error(`--companies must divide ${CLIENTS} connections`);
  return companies;
}

const settingsIn = (pairs: readonly string[]): Settings =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new Error(`${pair} is not NAME=value\n${USAGE}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
