/** Finds the company of each thing that a path names, inside the caller's scope. */
import type { Locate } from '@muster/service-kit';
import { findAgent } from './copies/store/agents.ts';
import { findCompany } from './copies/store/companies.ts';
import { findCompanyOfHookDelivery } from './hooks/store/hook-deliveries.ts';
import { findCompanyOfHook } from './hooks/store/hooks.ts';
import { findCompanyOfInvite } from './joining/store/invites.ts';
import { findCompanyOfJoinRequest } from './joining/store/join-requests.ts';
import { findCompanyOfPackageImport } from './packages/store/package-imports.ts';
import { findCompanyOfDelivery } from './webhooks/store/webhook-deliveries.ts';
import { findCompanyOfWebhook } from './webhooks/store/webhooks.ts';

const agentId: Locate = async (db, scope, ref) =>
  (await findAgent(db, scope, { agentId: ref }))?.companyId;

export const locate = {
  companyId: findCompany,
  agentId,
  inviteId: findCompanyOfInvite,
  joinRequestId: findCompanyOfJoinRequest,
  webhookId: findCompanyOfWebhook,
  deliveryId: findCompanyOfDelivery,
  hookId: findCompanyOfHook,
  hookDeliveryId: findCompanyOfHookDelivery,
  packageImportId: findCompanyOfPackageImport,
} satisfies Record<string, Locate>;
