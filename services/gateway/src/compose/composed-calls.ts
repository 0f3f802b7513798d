/** What the gateway puts together itself, by the names of its contract. */
import { contracts, composed, type Actor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Outcome } from '../http/outcome.ts';
import { readAdapterText, readAgentConfigurationText, readAgentIcons } from './agent-texts.ts';
import { createInvite } from './create-invite.ts';
import { getDashboard } from './get-dashboard.ts';
import { getDocs } from './get-docs.ts';
import { readHealth } from './get-health.ts';
import {
  linkIssueApproval, listApprovalIssues, listIssueApprovals, unlinkIssueApproval,
} from './issue-approvals.ts';
import {
  acceptInvite, claimApiKey, getInvite, getJoinRequest, getOnboardingText,
} from './joining.ts';
import { readCompanyActivity } from './list-company-activity.ts';

/** On whose behalf services are asked, and under which ids. */
export interface OnBehalf {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string;
  readonly idempotencyKey: string | undefined;
  /** Where the installation is reached, without a slash at the end. */
  readonly baseUrl: () => string;
}

/**
 * Reads of several services, and at most one write: what has to be known for it is read before, and
 * nothing is asked after it, so that there is no half of it (decision 2).
 */
export type ComposedCall = (
  input: Record<string, unknown>,
  onBehalf: OnBehalf,
) => Promise<Outcome>;

const VERSION = '0.1.0';

export const composedCalls = ({
  rpc,
}: Runtime): Readonly<Record<keyof typeof composed, ComposedCall>> => ({
  createInvite: createInvite(rpc),
  getInvite: getInvite(rpc),
  getOnboardingText: getOnboardingText(rpc),
  acceptInvite: acceptInvite(rpc),
  getJoinRequest: getJoinRequest(rpc),
  claimApiKey: claimApiKey(rpc),
  getAgentConfigurationText: readAgentConfigurationText,
  getAdapterText: readAdapterText,
  getAgentIcons: readAgentIcons,
  getDashboard: getDashboard(rpc),
  getDocs,
  getHealth: readHealth(rpc),
  getOpenApi: readOpenApi(),
  listCompanyActivity: readCompanyActivity(rpc),
  listIssueApprovals: listIssueApprovals(rpc),
  linkIssueApproval: linkIssueApproval(rpc),
  unlinkIssueApproval: unlinkIssueApproval(rpc),
  listApprovalIssues: listApprovalIssues(rpc),
});

/** Written on the first request; the document is long and most processes never show it. */
function readOpenApi(): ComposedCall {
  let document: Promise<Buffer> | undefined;
  return async () => {
    document ??= import('@muster/contracts/openapi').then(({ openApi }) =>
      Buffer.from(JSON.stringify(openApi({ version: VERSION, contracts, composed }))));
    return { body: await document };
  };
}
