/**
 * Forgets what ended long ago. Every replica does so: what one has deleted is not there for the
 * other, and nothing depends on when it happens.
 */
import type { Background, Db, Runtime } from '@muster/service-kit';
import { forgetInvites } from '../store/invites.ts';
import { forgetJoinRequests } from '../store/join-requests.ts';
import { forgetEndedRuns } from '../store/runs.ts';
import { forgetSessions, forgetVerifications } from '../store/sessions.ts';
import { forgetAttempts } from '../store/sign-in-attempts.ts';
import { forgetDeadDeliveries, forgetDeliveries } from '../store/webhook-deliveries.ts';

const FORGET_MS = 3_600_000;
/** Passes of one kind at a time: what is left waits for the next hour. */
const PASSES_MAX = 100;

type Forget = (db: Db) => Promise<number>;

const kinds: readonly Forget[] = [
  forgetInvites, forgetJoinRequests, forgetEndedRuns, forgetSessions, forgetVerifications,
  forgetAttempts, forgetDeliveries, forgetDeadDeliveries,
];

export async function forgetEnded(db: Db): Promise<void> {
  for (const forget of kinds) {
    for (let pass = 0; pass < PASSES_MAX; pass += 1) {
      if ((await forget(db)) === 0) break;
    }
  }
}

export function startForgetting({ db, log }: Runtime): Background {
  let underWay: Promise<void> = Promise.resolve();
  const run = (): void => {
    underWay = forgetEnded(db).catch((error: unknown) =>
      log.warn({ err: error }, 'what ended long ago could not be forgotten'));
  };
  const timer = setInterval(run, FORGET_MS);
  timer.unref();
  run();
  return {
    async drain() {
      clearInterval(timer);
      await underWay;
    },
  };
}
