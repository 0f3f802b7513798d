/** Wake-ups that are not taken: recorded so that they can be explained, and counted as a metric. */
import type { LocalSignals } from '../local-signals.ts';
import type { RunTransaction } from '../runs/run-transaction.ts';
import { countSkips, type Skip } from '../store/wakes/skips.ts';

export async function skipWakes(
  { db, afterCommit, parts }: Pick<RunTransaction, 'db' | 'afterCommit' | 'parts'>,
  companyId: string,
  skips: readonly Skip[],
): Promise<void> {
  if (skips.length === 0) return;
  await countSkips(db, companyId, skips);
  afterCommit(() => signalSkips(parts.signals, skips));
}

export function signalSkips(
  signals: LocalSignals,
  skips: readonly Pick<Skip, 'source' | 'reason'>[],
): void {
  const sources = skips.map(({ source }) => source);
  signals.emit('counted', { kind: 'wakes', outcome: 'skipped', sources });
  for (const { reason } of skips) signals.emit('counted', { kind: 'skip', reason });
}
