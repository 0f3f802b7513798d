/** What the gateway keeps for a time only. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { GatewayConfig } from './config.ts';
import { oldRuns } from './copies/store/runs.ts';
import { oldAccountActions } from './identity/store/account-activity.ts';
import { oldHookDeliveries } from './hooks/store/hook-deliveries.ts';
import { oldAuthorizations } from './identity/oauth/store/authorizations.ts';
import { clientsLongUnused, clientsNeverUsed } from './identity/oauth/store/clients.ts';
import { expiredSessions, expiredVerifications } from './identity/store/sessions.ts';
import { oldSignInFailures, oldSignInSuccesses } from './identity/store/sign-in-attempts.ts';
import { expiredSignInLinks } from './identity/store/sign-in-links.ts';
import { oldInvites } from './joining/store/invites.ts';
import { oldJoinRequests } from './joining/store/join-requests.ts';
import { oldPackageImportRows, oldPackageImports } from './packages/store/package-imports.ts';
import { oldRefusals } from './refusals/store/refusals-of-runs.ts';
import {
  deleteOldDeadDeliveries,
  oldDeliveries,
  overdueOfDeadDeliveries,
} from './webhooks/store/webhook-deliveries.ts';

export const agedRows: readonly AgedRows<GatewayConfig>[] = [
  byAge('invites', oldInvites),
  byAge('join_requests', oldJoinRequests),
  byAge('runs', oldRuns),
  byAge('refusals_of_runs', oldRefusals),
  byAge('account_activity', oldAccountActions),
  byAge('hook_deliveries', oldHookDeliveries),
  byAge('package_import_rows', oldPackageImportRows),
  byAge('package_imports', oldPackageImports),
  byAge('sessions', expiredSessions),
  byAge('verifications', expiredVerifications),
  byAge('oauth_authorizations', oldAuthorizations),
  byAge('oauth_clients', clientsNeverUsed),
  byAge('oauth_clients', clientsLongUnused),
  byAge('sign_in_links', expiredSignInLinks),
  byAge('sign_in_attempts', oldSignInFailures),
  byAge('sign_in_attempts', ({ RETENTION_SIGN_INS_DAYS }: GatewayConfig) =>
    oldSignInSuccesses(RETENTION_SIGN_INS_DAYS),
  ),
  byAge('webhook_deliveries', ({ RETENTION_DELIVERIES_DAYS }: GatewayConfig) =>
    oldDeliveries(RETENTION_DELIVERIES_DAYS),
  ),
  {
    table: 'webhook_deliveries',
    deleteBatch: (db, { RETENTION_DEAD_DELIVERIES_DAYS }, batch) =>
      deleteOldDeadDeliveries(db, RETENTION_DEAD_DELIVERIES_DAYS, batch),
    overdueSeconds: (db, { RETENTION_DEAD_DELIVERIES_DAYS }, after) =>
      overdueOfDeadDeliveries(db, RETENTION_DEAD_DELIVERIES_DAYS, after),
  },
];
