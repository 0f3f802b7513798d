/** Makes the effects of deliveries that are due, by any process: a claim lasts for seconds, and then another has it. */
import { Refusal } from '@muster/contracts';
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import {
  claimDue,
  delayDelivery,
  endDelivery,
  type DueDelivery,
} from '../store/hook-deliveries.ts';
import { isPassing, makeEffect } from './make-effect.ts';

const PERIOD_MS = 2_000;
/** Above the deadline of a request. */
const CLAIM_SECONDS = 60;
const CLAIMED_MAX = 20;
const ATTEMPTS_MAX = 12;
const DELAY_MAX_SECONDS = 3_600;

export function startHooks(runtime: Runtime, signals: Signals): Background {
  const { db, log } = runtime;
  const stopping = new AbortController();
  const task = startPeriodicTask({
    periodMs: PERIOD_MS,
    run: async () => {
      while (!stopping.signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- a page after the other, until nothing is due
        const due = await claimDue(db, CLAIM_SECONDS, CLAIMED_MAX);
        // oxlint-disable-next-line no-await-in-loop -- as above
        for (const delivery of due) await attempt(runtime, delivery);
        if (due.length < CLAIMED_MAX) return;
      }
    },
    failed: (error) => log.warn({ err: error }, 'effects of hooks failed'),
  });
  signals.on('hookReceived', task.runNow);
  return {
    async drain() {
      stopping.abort();
      signals.off('hookReceived', task.runNow);
      await task.drain();
    },
  };
}

async function attempt({ db, rpc, log }: Runtime, delivery: DueDelivery): Promise<void> {
  try {
    await endDelivery(db, delivery, await makeEffect(rpc, delivery));
  } catch (error) {
    if (!isPassing(error) || delivery.attempts >= ATTEMPTS_MAX) {
      const reason = error instanceof Refusal ? error.code : 'unavailable';
      return endDelivery(db, delivery, { status: 'failed', reason, issueId: null });
    }
    log.warn({ err: error, deliveryId: delivery.id }, 'the effect of a hook is tried again');
    await delayDelivery(db, delivery, Math.min(2 ** delivery.attempts, DELAY_MAX_SECONDS));
  }
}
