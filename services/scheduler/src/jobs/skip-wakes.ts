/** Wake-ups that are not taken: counted where they can be explained, and for who operates this. */
import { hints } from '../hints.ts';
import { countSkips, type Skip } from '../store/skips.ts';
import type { RunContext } from './say-run.ts';

export async function skipWakes(
  { db, afterCommit }: Pick<RunContext, 'db' | 'afterCommit'>,
  companyId: string,
  skips: readonly Skip[],
): Promise<void> {
  if (skips.length === 0) return;
  await countSkips(db, companyId, skips);
  afterCommit(() => tellSkips(skips));
}

export function tellSkips(skips: readonly Pick<Skip, 'source' | 'reason'>[]): void {
  const sources = skips.map(({ source }) => source);
  hints.emit('counted', { kind: 'wakes', outcome: 'skipped', sources });
  for (const { reason } of skips) hints.emit('counted', { kind: 'skip', reason });
}
