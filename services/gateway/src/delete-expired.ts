/**
 * Deletes expired rows. Every replica does so: a row deleted by one is skipped by the others, and
 * nothing depends on when it happens.
 */
import type { Background, Db, Runtime } from '@muster/service-kit';
import { deleteEndedRuns } from './copies/store/runs.ts';
import { deleteExpiredSessions, deleteExpiredVerifications } from './identity/store/sessions.ts';
import { deleteOldSignInAttempts } from './identity/store/sign-in-attempts.ts';
import { deleteExpiredSignInLinks } from './identity/store/sign-in-links.ts';
import { deleteOldInvites } from './joining/store/invites.ts';
import { deleteOldJoinRequests } from './joining/store/join-requests.ts';
import {
  deleteOldDeadDeliveries,
  deleteOldDeliveries,
} from './webhooks/store/webhook-deliveries.ts';

const PERIOD_MS = 3_600_000;
/** Batches of one kind in one pass; the rest is deleted in the next hour. */
const BATCHES_MAX = 100;

type DeleteBatch = (db: Db) => Promise<number>;

const kinds: readonly DeleteBatch[] = [
  deleteOldInvites,
  deleteOldJoinRequests,
  deleteEndedRuns,
  deleteExpiredSessions,
  deleteExpiredVerifications,
  deleteExpiredSignInLinks,
  deleteOldSignInAttempts,
  deleteOldDeliveries,
  deleteOldDeadDeliveries,
];

export async function deleteExpired(db: Db): Promise<void> {
  for (const deleteBatch of kinds) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      if ((await deleteBatch(db)) === 0) break;
    }
  }
}

export function startDeletingExpired({ db, log }: Runtime): Background {
  let pass: Promise<void> = Promise.resolve();
  const run = (): void => {
    pass = deleteExpired(db).catch((error: unknown) =>
      log.warn({ err: error }, 'deleting expired rows failed'),
    );
  };
  const timer = setInterval(run, PERIOD_MS);
  timer.unref();
  run();
  return {
    async drain() {
      clearInterval(timer);
      await pass;
    },
  };
}
