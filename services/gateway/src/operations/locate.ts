/** Finds the company of what a path names, so that what is absent is absent to every caller. */
import type { Locate } from '@muster/service-kit';
import { findAgent } from '../store/agents.ts';
import { findCompany } from '../store/companies.ts';
import { findCompanyOfInvite } from '../store/invites.ts';
import { findCompanyOfJoinRequest } from '../store/join-requests.ts';
import { findCompanyOfDelivery } from '../store/webhook-deliveries.ts';
import { findCompanyOfWebhook } from '../store/webhooks.ts';

const agentId: Locate = async (db, scope, ref) =>
  (await findAgent(db, scope, { agentId: ref }))?.companyId;

export const locate = {
  companyId: findCompany,
  agentId,
  inviteId: findCompanyOfInvite,
  joinRequestId: findCompanyOfJoinRequest,
  webhookId: findCompanyOfWebhook,
  deliveryId: findCompanyOfDelivery,
} satisfies Record<string, Locate>;
