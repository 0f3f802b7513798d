/** The command line of `pnpm bench`. */
import { parseArgs } from 'node:util';
import type { ServiceName } from '@muster/tools/stack';
import { serviceNamed } from './profile.ts';

const DEFAULT_SECONDS = '3';
const DEFAULT_ROUNDS = '5';

export interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly isWanted: (scenario: string) => boolean;
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
  const wanted = only?.split(',').map((word) => word.trim().toLowerCase());
  const isWhole = wanted === undefined && profile === undefined;
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    isWanted: (scenario) =>
      wanted?.some((word) => scenario.toLowerCase().includes(word)) ?? true,
    profile: profile === undefined ? undefined : serviceNamed(profile),
    resultName: values.name ?? (isWhole ? 'run' : undefined),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`--${name} is a number above 0, not ${text}`);
}
