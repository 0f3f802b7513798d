/**
 * The worker that takes the steps of bulk effects. Every process has one and takes a step at a time;
 * a step holds the effect's row, so that no other process takes the same one. Effects take turns, so
 * a large one of one company delays a small one of another by a step.
 */
import { write, type WriteOptions } from '../event-log/write.ts';
import type { Context } from '../context.ts';
import type { Db } from '../postgres/sql.ts';
import { startPeriodicTask, type PeriodicTask } from '../sweep/periodic-task.ts';
import type { AnyBulkEffect } from './bulk-effect.ts';
import {
  listDueEffects,
  lockDueEffect,
  measureEffects,
  saveFailure,
  saveRest,
  type DueEffect,
} from './bulk-effect-store.ts';

/** Pause while effects are open and none is due, and while none is open. */
const OPEN_POLL_MS = 1_000;
const IDLE_POLL_MS = 5_000;

export interface BulkEffectOptions extends WriteOptions {
  readonly db: Db;
  readonly effects: readonly AnyBulkEffect[];
  /** Calls the function after each commit that has left steps to the worker. */
  readonly onStepsLeft: (wake: () => void) => void;
}

export function startBulkEffects(options: BulkEffectOptions): PeriodicTask | undefined {
  const { effects, log, onStepsLeft } = options;
  const names = effects.map(({ name }) => name);
  if (names.length === 0) return undefined;
  const task = startPeriodicTask({
    periodMs: OPEN_POLL_MS,
    run: (stopping) => takeSteps(options, names, stopping),
    failed: (error) => log.warn({ err: error }, 'looking for bulk effects failed'),
  });
  onStepsLeft(task.runNow);
  return task;
}

/**
 * Goes on while steps are taken: rows that others hold are left to them.
 *
 * @returns the milliseconds until the next look
 */
async function takeSteps(
  options: BulkEffectOptions,
  names: readonly string[],
  stopping: AbortSignal,
): Promise<number> {
  const { db, metrics } = options;
  for (let taken = -1; taken !== 0 && !stopping.aborted;) {
    const { open, stalledSeconds } = await measureEffects(db);
    metrics.bulkEffectsOpen.set(open);
    metrics.bulkEffectsStalled.set(Math.max(0, stalledSeconds));
    if (open === 0) return IDLE_POLL_MS;
    taken = 0;
    for (const due of await listDueEffects(db, names)) {
      if (stopping.aborted) break;
      if (await advance(options, due)) taken += 1;
    }
  }
  return OPEN_POLL_MS;
}

/** Takes a step. False where it failed, or where another process holds the effect. */
async function advance(options: BulkEffectOptions, due: DueEffect): Promise<boolean> {
  const { db, effects, log, metrics } = options;
  const { cause, ...key } = due;
  const effect = effects.find(({ name }) => name === due.name);
  if (!effect) return false;
  try {
    const { result } = await write(options, {
      by: cause,
      scope: [due.companyId],
      work: async (context) => {
        const held = await lockDueEffect(context.db, key);
        if (!held) return false;
        const rest = await effect.step(context as Context<never> as never, key, held.position);
        await saveRest(context.db, key, rest);
        return true;
      },
    });
    if (result) metrics.bulkEffectSteps.inc();
    return result;
  } catch (error) {
    log.warn({ err: error, ...key }, 'step of a bulk effect failed, will retry');
    await saveFailure(db, key, error instanceof Error ? error.message : String(error));
    return false;
  }
}
