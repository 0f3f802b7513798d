/**
 * Composed operations for an agent that has no key yet. The token or the claim secret determines
 * the company, so the gateway calls its own operations; only hashes of secrets leave this file.
 */
import { gateway, type Output } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { asAnonymous } from '../upstream/anonymous-caller.ts';
import { ask } from '../upstream/ask.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { encodeHash, hashSecret } from '../upstream/secret-hash.ts';
import { createInvite } from './create-invite.ts';
import { nextStep, onboardingPath } from './invite-texts.ts';
import { onboardingText } from './onboarding-text.ts';

export const joiningCalls = (rpc: Rpc) => ({
  createInvite: createInvite(rpc),
  getInvite: getInvite(rpc),
  getOnboardingText: getOnboardingText(rpc),
  acceptInvite: acceptInvite(rpc),
  getJoinRequest: ofJoinRequest(rpc, 'readJoinRequest'),
  claimApiKey: ofJoinRequest(rpc, 'redeemClaim'),
});

type OpenInvite = Output<typeof gateway, 'readInvite'>;

const encodedHash = (secret: unknown): string => encodeHash(hashSecret(String(secret)));

async function lookUpInvite(rpc: Rpc, token: unknown, call: CallContext): Promise<OpenInvite> {
  const tokenHash = encodedHash(token);
  const { body } = await ask(
    rpc,
    gateway,
    'readInvite',
    { tokenHash },
    asAnonymous(call, tokenHash),
  );
  return JSON.parse(body.toString()) as OpenInvite;
}

const getInvite =
  (rpc: Rpc): ComposedCall =>
  async ({ token }, call) => {
    const invite = await lookUpInvite(rpc, token, call);
    const base = call.baseUrl();
    const onboardingTextUrl = `${base}${onboardingPath(String(token))}`;
    return {
      body: JSON.stringify({
        ...invite,
        onboardingTextUrl,
        acceptUrl: `${base}/api/invites/${String(token)}/accept`,
        nextStep: nextStep(onboardingTextUrl),
      }),
    };
  };

const getOnboardingText =
  (rpc: Rpc): ComposedCall =>
  async ({ token }, call) => {
    const invite = await lookUpInvite(rpc, token, call);
    const text = onboardingText({ ...invite, baseUrl: call.baseUrl(), token: String(token) });
    return { body: JSON.stringify(text) };
  };

const acceptInvite =
  (rpc: Rpc): ComposedCall =>
  async ({ token, ...input }, call) => {
    const tokenHash = encodedHash(token);
    const { body, ...outcome } = await ask(
      rpc,
      gateway,
      'redeemInvite',
      { tokenHash, ...input },
      asAnonymous(call, tokenHash),
    );
    const request = JSON.parse(body.toString()) as Output<typeof gateway, 'redeemInvite'>;
    const statusUrl = `${call.baseUrl()}/api/join-requests/${request.id}`;
    return {
      ...outcome,
      body: JSON.stringify({ ...request, statusUrl, claimUrl: `${statusUrl}/claim-api-key` }),
    };
  };

const ofJoinRequest =
  (rpc: Rpc, name: 'readJoinRequest' | 'redeemClaim'): ComposedCall =>
  ({ joinRequestId, claimSecret }, call) => {
    const claimHash = encodedHash(claimSecret);
    return ask(rpc, gateway, name, { joinRequestId, claimHash }, asAnonymous(call, claimHash));
  };
