/** What the gateway puts together itself, by the names of its contract. */
import type { IncomingHttpHeaders } from 'node:http';
import { contracts, composed, type Actor } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Credential } from '../auth/caller.ts';
import type { Outcome } from '../http/outcome.ts';
import { readAdapterText, readAgentConfigurationText, readAgentIcons } from './agent-texts.ts';
import { createInvite } from './create-invite.ts';
import { createWebhook } from './create-webhook.ts';
import { followCompany, type Follower } from './follow-company.ts';
import { explainWake } from './explain-wake.ts';
import { getDashboard } from './get-dashboard.ts';
import { getDocs } from './get-docs.ts';
import { readHealth } from './get-health.ts';
import { getSession } from './get-session.ts';
import {
  linkIssueApproval, listApprovalIssues, listIssueApprovals, unlinkIssueApproval,
} from './issue-approvals.ts';
import {
  acceptInvite, claimApiKey, getInvite, getJoinRequest, getOnboardingText,
} from './joining.ts';
import { readCompanyActivity } from './list-company-activity.ts';
import { listOwnWakes } from './list-own-wakes.ts';
import {
  changePassword, finishProviderSignIn, sendToProvider, signIn, signOut, type SignInDesk,
} from './sign-in.ts';
import { acceptUserInvitation, getUserInvitation } from './user-invitations.ts';

/** What only the door knows of a request. */
export interface Asked {
  readonly method: string;
  readonly credential: Credential | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** As it came, with its question mark. */
  readonly query: string;
  /** Aborts when the client closes its connection before it has its answer. */
  readonly gone: () => AbortSignal;
}

/** On whose behalf services are asked, and under which ids. */
export interface OnBehalf {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string;
  readonly idempotencyKey: string | undefined;
  readonly asked: Asked;
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

export const composedCalls = (
  runtime: Runtime,
  door: { readonly desk: SignInDesk } & Omit<Follower, 'db'>,
): Readonly<Record<keyof typeof composed, ComposedCall>> => ({
  ...callsOfServices(runtime),
  ...callsOfDesk(runtime, door.desk),
  getSession: getSession(runtime),
  getUserInvitation: getUserInvitation(runtime),
  acceptUserInvitation: acceptUserInvitation(runtime),
  listOwnWakes: listOwnWakes({ ...door, rpc: runtime.rpc }),
  createWebhook: createWebhook(runtime),
  followCompany: followCompany({ ...door, db: runtime.db }),
});

const callsOfDesk = (runtime: Runtime, desk: SignInDesk) => ({
  signIn: signIn(runtime, desk),
  signOut: signOut(desk),
  changePassword: changePassword(runtime, desk),
  signInWithProvider: sendToProvider(desk, false),
  linkProvider: sendToProvider(desk, true),
  finishProviderSignIn: finishProviderSignIn(desk),
});

const callsOfServices = ({ rpc }: Runtime) => ({
  createInvite: createInvite(rpc),
  getInvite: getInvite(rpc),
  getOnboardingText: getOnboardingText(rpc),
  acceptInvite: acceptInvite(rpc),
  getJoinRequest: getJoinRequest(rpc),
  claimApiKey: claimApiKey(rpc),
  getAgentConfigurationText: readAgentConfigurationText,
  getAdapterText: readAdapterText,
  getAgentIcons: readAgentIcons,
  explainWake: explainWake(rpc),
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
