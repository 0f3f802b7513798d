/** What a company stores, of the most that it may. */
import type { Storage } from '@muster/contracts';
import { figure } from '../count.ts';

const MEGABYTE = 1_048_576;
/** From this part of its quota on, the overview says so. */
const NEARLY = 0.8;

/** From 0; a most of 0 is no limit. */
export const partOf = ({ bytes, bytesMost, rows, rowsMost }: Storage): number =>
  Math.max(bytesMost > 0 ? bytes / bytesMost : 0, rowsMost > 0 ? rows / rowsMost : 0);

/** The part of the service that is fullest, if that is nearly all of its quota. */
export function nearlyFull(storage: readonly Storage[] = []): number | undefined {
  const part = Math.max(0, ...storage.map((stored) => partOf(stored)));
  return part >= NEARLY ? part : undefined;
}

/** `12 of 51,200 MB, 900 of 50,000,000 entries`, without a most where there is no limit. */
export const storedIn = ({ bytes, bytesMost, rows, rowsMost }: Storage): string =>
  `${of(Math.ceil(bytes / MEGABYTE), bytesMost / MEGABYTE)} MB, ${of(rows, rowsMost)} entries`;

const of = (count: number, most: number): string =>
  most > 0 ? `${figure(count)} of ${figure(most)}` : figure(count);
