/** The gateway: HTTP for clients, and the operations that are its own, room by room. */
import { gateway } from '@muster/contracts';
import { defineService, eraseCompanyOfOwner } from '@muster/service-kit';
import { erasure } from './identity/erase-company.ts';
import { agedRows } from './aged-rows.ts';
import { copiedThings } from './copied-things.ts';
import { gatewayConfig } from './config.ts';
import { copyAgents } from './copies/reactions/copy-agents.ts';
import { copyCompanies } from './copies/reactions/copy-companies.ts';
import { copyRuns } from './copies/reactions/copy-runs.ts';
import { feedMetrics } from './feed/feed-metrics.ts';
import { httpMetrics } from './http/http-metrics.ts';
import { endWhatUserMade } from './identity/bulk-effects/end-what-user-made.ts';
import { hookOperations } from './hooks/hook-room.ts';
import { identityOperations } from './identity/identity-operations.ts';
import { revokeKeysOfTerminatedAgent } from './identity/reactions/revoke-keys-of-terminated-agent.ts';
import { listWaitingJoiners } from './inbox/list-waiting-joiners.ts';
import { joiningOperations } from './joining/joining-operations.ts';
import { locate } from './locate.ts';
import { openParts } from './parts.ts';
import { packageOperations } from './packages/package-operations.ts';
import { startGateway } from './start-gateway.ts';
import { circuitMetrics } from './upstream/guard-rpc.ts';
import { webhookMetrics } from './webhooks/webhook-metrics.ts';
import { webhookOperations } from './webhooks/webhook-operations.ts';

export const gatewayService = defineService({
  contract: gateway,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    ...identityOperations,
    ...joiningOperations,
    ...webhookOperations,
    ...hookOperations,
    ...packageOperations,
    listWaitingJoiners,
  },
  reactions: {
    copyAgents,
    copyCompanies,
    copyRuns,
    eraseCompanyOfOwner,
    revokeKeysOfTerminatedAgent,
  },
  bulkEffects: [endWhatUserMade],
  erasure,
  locate,
  copiedThings,
  agedRows,
  config: gatewayConfig,
  metrics: { ...httpMetrics, ...circuitMetrics, ...feedMetrics, ...webhookMetrics },
  open: openParts,
  start: startGateway,
});
