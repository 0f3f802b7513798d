/**
 * The worker that takes the steps of bulk effects. Every process has one and takes a step at a time;
 * a step holds the effect's row, so that no other process takes the same one. Effects take turns, so
 * a large one of one company delays a small one of another by a step.
 */
import { write, type WriteOptions } from '../event-log/write.ts';
import type { Context } from '../context.ts';
import type { Db } from '../postgres/sql.ts';
import { detached } from '../telemetry/span.ts';
import type { AnyBulkEffect } from './bulk-effect.ts';
import {
  listDueEffects,
  lockDueEffect,
  measureEffects,
  saveFailure,
  saveRest,
  type DueEffect,
} from './bulk-effect-store.ts';

/** Pause while nothing is due: the first step has been taken with the cause. */
const POLL_MS = 1_000;

export interface BulkEffectOptions extends WriteOptions {
  readonly db: Db;
  readonly effects: readonly AnyBulkEffect[];
}

export interface BulkEffectWorker {
  start(): void;
  /** Finishes the step in progress. */
  drain(): Promise<void>;
}

export function openBulkEffects(options: BulkEffectOptions): BulkEffectWorker {
  const { db, effects, log, metrics } = options;
  const names = effects.map(({ name }) => name);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** Goes on while steps are taken: rows that others hold are left to them. */
  const pass = async (): Promise<void> => {
    for (let taken = -1; taken !== 0 && !stopped;) {
      const { open, stalledSeconds } = await measureEffects(db);
      metrics.bulkEffectsOpen.set(open);
      metrics.bulkEffectsStalled.set(Math.max(0, stalledSeconds));
      if (open === 0) return;
      taken = 0;
      for (const due of await listDueEffects(db, names)) {
        if (stopped) return;
        if (await advance(options, due)) taken += 1;
      }
    }
  };
  const tick = (): void => {
    running = detached(pass)
      .catch((error: unknown) => log.warn({ err: error }, 'looking for bulk effects failed'))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, POLL_MS).unref();
      });
  };
  return {
    start() {
      if (names.length > 0) tick();
    },
    async drain() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
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
