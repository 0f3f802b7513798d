/**
 * What an agent from outside calls before it has a key. It is nobody yet: the token or the claim
 * secret says which company and which request it is about, so the gateway asks itself, and only
 * hashes of what was shown go on from here.
 */
import { gateway, type Output } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { travellingHash } from '../auth/join-secrets.ts';
import { ask } from './ask.ts';
import type { ComposedCall, OnBehalf } from './composed-calls.ts';
import { nextStep, onboardingPath } from './invite-texts.ts';
import { onboardingText } from './onboarding-text.ts';
import { forStranger } from './stranger.ts';

type OpenInvite = Output<typeof gateway, 'readInvite'>;

async function readInvite(rpc: Rpc, token: unknown, onBehalf: OnBehalf): Promise<OpenInvite> {
  const tokenHash = travellingHash(String(token));
  const { body } = await ask(
    rpc, gateway, 'readInvite', { tokenHash }, forStranger(onBehalf, tokenHash),
  );
  return JSON.parse(body.toString()) as OpenInvite;
}

export const getInvite = (rpc: Rpc): ComposedCall => async ({ token }, onBehalf) => {
  const invite = await readInvite(rpc, token, onBehalf);
  const base = onBehalf.baseUrl();
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

export const getOnboardingText = (rpc: Rpc): ComposedCall => async ({ token }, onBehalf) => {
  const invite = await readInvite(rpc, token, onBehalf);
  const text = onboardingText({
    ...invite, baseUrl: onBehalf.baseUrl(), token: String(token),
  });
  return { body: JSON.stringify(text) };
};

export const acceptInvite = (rpc: Rpc): ComposedCall => async ({ token, ...asked }, onBehalf) => {
  const tokenHash = travellingHash(String(token));
  const { body, ...outcome } = await ask(
    rpc, gateway, 'redeemInvite', { tokenHash, ...asked }, forStranger(onBehalf, tokenHash),
  );
  const request = JSON.parse(body.toString()) as Output<typeof gateway, 'redeemInvite'>;
  const statusUrl = `${onBehalf.baseUrl()}/api/join-requests/${request.id}`;
  return {
    ...outcome,
    body: JSON.stringify({ ...request, statusUrl, claimUrl: `${statusUrl}/claim-api-key` }),
  };
};

const ofRequest = (name: 'readJoinRequest' | 'redeemClaim') => (rpc: Rpc): ComposedCall =>
  ({ joinRequestId, claimSecret }, onBehalf) => {
    const claimHash = travellingHash(String(claimSecret));
    return ask(
      rpc, gateway, name, { joinRequestId, claimHash }, forStranger(onBehalf, claimHash),
    );
  };

export const getJoinRequest = ofRequest('readJoinRequest');
export const claimApiKey = ofRequest('redeemClaim');
