/** New wake-ups, wherever they come from: kept, judged as a storm, counted. */
import { insertWakes, type InsertedWake, type NewWake, type WakeOrigin } from '../store/wakeups.ts';
import { hints } from '../hints.ts';
import { breakStorms } from './break-storms.ts';
import type { RunContext } from './say-run.ts';

/** Returns those that are new; a cause that woke an agent before adds nothing. */
export async function addWakes(
  context: RunContext,
  origin: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<InsertedWake[]> {
  if (wakes.length === 0) return [];
  const inserted = await insertWakes(context.db, origin, wakes);
  await breakStorms(context, origin.companyId, inserted);
  const sources = inserted.map(({ source }) => source);
  context.afterCommit(() => hints.emit('counted', { kind: 'wakes', outcome: 'taken', sources }));
  return inserted;
}
