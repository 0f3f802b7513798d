/** Makes the effects of deliveries that are due, by any process, in turns of their companies. */
import { Refusal } from '@muster/contracts';
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import { delayDelivery, endDelivery, type DueDelivery } from '../store/due-deliveries.ts';
import { openHookTurns } from './hook-turns.ts';
import { isPassing, makeEffect } from './make-effect.ts';

const PERIOD_MS = 2_000;
const ATTEMPTS_MAX = 12;
const DELAY_MAX_SECONDS = 3_600;

export function startHooks(runtime: Runtime, signals: Signals): Background {
  const { db, log } = runtime;
  const stopping = new AbortController();
  const turns = openHookTurns({
    db,
    signal: stopping.signal,
    attempt: (delivery) => attempt(runtime, delivery),
    failed: (error, companyId) => log.warn({ err: error, companyId }, 'effects of hooks failed'),
    turnEnded: () => task.runNow(),
  });
  const task = startPeriodicTask({
    periodMs: PERIOD_MS,
    run: turns.begin,
    failed: (error) => log.warn({ err: error }, 'finding deliveries to hooks failed'),
  });
  signals.on('hookReceived', task.runNow);
  return {
    async drain() {
      stopping.abort();
      signals.off('hookReceived', task.runNow);
      await task.drain();
      await turns.finished();
    },
  };
}

/** Returns whether its effect was made, or never can be. */
async function attempt({ db, rpc, log }: Runtime, delivery: DueDelivery): Promise<boolean> {
  try {
    await endDelivery(db, delivery, await makeEffect(rpc, delivery));
    return true;
  } catch (error) {
    const passes = isPassing(error);
    if (!passes || delivery.attempts >= ATTEMPTS_MAX) {
      const reason = error instanceof Refusal ? error.code : 'unavailable';
      await endDelivery(db, delivery, { status: 'failed', reason, issueId: null });
      return !passes;
    }
    log.warn({ err: error, deliveryId: delivery.id }, 'the effect of a hook is tried again');
    await delayDelivery(db, delivery, Math.min(2 ** delivery.attempts, DELAY_MAX_SECONDS));
    return false;
  }
}
