/** The command line of `pnpm bench`. */
import { parseArgs } from 'node:util';
import type { ServiceName } from '@muster/local/stack';
import { serviceNamed } from './profile.ts';
import { rowsOf, ROWS, type Row } from './rows.ts';

const DEFAULT_SECONDS = '3';
const DEFAULT_ROUNDS = '5';

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly profile: ServiceName | undefined;
  /** Absent when the figures are not to be kept: a part of them, or slowed by a profiler. */
  readonly resultName: string | undefined;
}

export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: DEFAULT_SECONDS },
      rounds: { type: 'string', default: DEFAULT_ROUNDS },
      only: { type: 'string' },
      profile: { type: 'string' },
      name: { type: 'string' },
    },
  });
  const { only, profile } = values;
  const isWhole = only === undefined && profile === undefined;
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    rows: only === undefined ? ROWS : rowsOf(only),
    profile: profile === undefined ? undefined : serviceNamed(profile),
    resultName: values.name ?? (isWhole ? 'run' : undefined),
  };
}

export function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`--${name} is a number above 0, not ${text}`);
}
