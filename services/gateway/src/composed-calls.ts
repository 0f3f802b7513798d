/** The composed operations of the contract, room by room. */
import type { composed } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { fileCalls } from './composed/files/file-calls.ts';
import { getInstance } from './composed/get-instance.ts';
import { getRunReceipt } from './composed/get-run-receipt.ts';
import { overviewCalls } from './composed/overview-calls.ts';
import { listOwnWakes } from './composed/list-own-wakes.ts';
import { waitCalls } from './composed/waits/wait-calls.ts';
import { followCompanies, followCompany } from './feed/follow-company.ts';
import type { Feed } from './feed/open-feed.ts';
import { receiveHook } from './hooks/receive-hook.ts';
import { invitationCalls } from './identity/invitations/invitation-calls.ts';
import type { Identity } from './identity/open-identity.ts';
import { signInCalls } from './identity/sign-in/sign-in-calls.ts';
import { joiningCalls } from './joining/joining-calls.ts';
import { callMcp } from './mcp/call-mcp.ts';
import { packageCalls } from './packages/package-calls.ts';
import type { GatewayParts } from './parts.ts';
import type { ComposedCall } from './upstream/composed-call.ts';
import { createWebhook } from './webhooks/create-webhook.ts';

export interface ComposedCallOptions {
  readonly identity: Identity;
  readonly feed: Feed;
  readonly parts: GatewayParts;
}

export const composedCalls = (
  runtime: Runtime,
  { identity: { authenticator, oauth, signIn }, feed, parts }: ComposedCallOptions,
): Readonly<Record<keyof typeof composed, ComposedCall>> => ({
  ...overviewCalls(runtime.rpc),
  ...signInCalls(runtime, { context: signIn, authenticator, signals: parts.signals }),
  ...oauth.calls,
  ...invitationCalls(runtime, parts.passwords),
  ...joiningCalls(runtime.rpc),
  ...waitCalls(runtime.rpc),
  ...fileCalls(runtime),
  ...packageCalls(runtime),
  getInstance: getInstance({
    rpc: runtime.rpc,
    board: parts.board,
    hasProvider: signIn.hasProvider,
    authenticate: authenticator.authenticate,
  }),
  callMcp: callMcp({ log: runtime.log, origins: signIn.origins }),
  createWebhook: createWebhook(runtime),
  receiveHook: receiveHook(runtime),
  followCompanies: followCompanies({ db: runtime.db, authenticator, feed }),
  followCompany: followCompany({ db: runtime.db, authenticator, feed }),
  getRunReceipt: getRunReceipt(runtime),
  listOwnWakes: listOwnWakes({ rpc: runtime.rpc, authenticator, feed }),
});
