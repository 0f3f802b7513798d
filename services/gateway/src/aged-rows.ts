/** What the gateway keeps for a time only. */
import type { AgedRows } from '@muster/service-kit';
import type { GatewayConfig } from './config.ts';
import { deleteEndedRuns } from './copies/store/runs.ts';
import { deleteExpiredSessions, deleteExpiredVerifications } from './identity/store/sessions.ts';
import {
  deleteOldSignInFailures,
  deleteOldSignInSuccesses,
} from './identity/store/sign-in-attempts.ts';
import { deleteExpiredSignInLinks } from './identity/store/sign-in-links.ts';
import { deleteOldInvites } from './joining/store/invites.ts';
import { deleteOldJoinRequests } from './joining/store/join-requests.ts';
import { deleteOldRefusals } from './refusals/store/refusals-of-runs.ts';
import {
  deleteOldDeadDeliveries,
  deleteOldDeliveries,
} from './webhooks/store/webhook-deliveries.ts';

export const agedRows: readonly AgedRows<GatewayConfig>[] = [
  { table: 'invites', deleteBatch: (db, _, after) => deleteOldInvites(db, after) },
  { table: 'join_requests', deleteBatch: (db, _, after) => deleteOldJoinRequests(db, after) },
  { table: 'runs', deleteBatch: (db, _, after) => deleteEndedRuns(db, after) },
  { table: 'refusals_of_runs', deleteBatch: (db, _, after) => deleteOldRefusals(db, after) },
  { table: 'sessions', deleteBatch: (db, _, after) => deleteExpiredSessions(db, after) },
  { table: 'verifications', deleteBatch: (db, _, after) => deleteExpiredVerifications(db, after) },
  { table: 'sign_in_links', deleteBatch: (db, _, after) => deleteExpiredSignInLinks(db, after) },
  {
    table: 'sign_in_attempts',
    deleteBatch: (db, _, after) => deleteOldSignInFailures(db, after),
  },
  {
    table: 'sign_in_attempts',
    deleteBatch: (db, { RETENTION_SIGN_INS_DAYS }, after) =>
      deleteOldSignInSuccesses(db, RETENTION_SIGN_INS_DAYS, after),
  },
  {
    table: 'webhook_deliveries',
    deleteBatch: (db, { RETENTION_DELIVERIES_DAYS }, after) =>
      deleteOldDeliveries(db, RETENTION_DELIVERIES_DAYS, after),
  },
  {
    table: 'webhook_deliveries',
    deleteBatch: (db, { RETENTION_DEAD_DELIVERIES_DAYS }, after) =>
      deleteOldDeadDeliveries(db, RETENTION_DEAD_DELIVERIES_DAYS, after),
  },
];
