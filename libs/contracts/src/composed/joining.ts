/**
 * Joining as its callers see it: the invite with its URLs and texts, and the calls of an agent from
 * outside that has no credential yet. The token or the claim secret is the credential, so a wrong
 * one counts as a failed sign-in.
 */
import { z } from 'zod';
import { operation } from '../define.ts';
import { ClaimedKey, Invite, InviteMessage, joinerFields } from '../gateway/invite-records.ts';
import { inviteOperations } from '../gateway/invites.ts';
import { PathId } from '../vocabulary.ts';

const { issueInvite, redeemInvite, readJoinRequest, redeemClaim } = inviteOperations;

/** Of any shape: a malformed token is as unknown as a used one. */
const token = z.string();
const ClaimSecret = z.string().min(1).max(200);

export const composedJoining = {
  createInvite: operation({
    http: 'POST /api/companies/:companyId/partner/invite-prompt',
    summary:
      'Invite an agent from outside. The token is valid for ten minutes and shown only once.',
    who: issueInvite.who,
    needs: issueInvite.needs,
    outlivesRun: true,
    status: 201,
    input: z.object({ companyId: PathId, agentMessage: InviteMessage.optional() }),
    output: issueInvite.output.extend({
      inviteUrl: z.string(),
      onboardingTextPath: z.string(),
      onboardingTextUrl: z.string(),
      /** The message to pass to the agent unchanged. */
      inviteMessage: z.string(),
    }),
    refusals: ['ceo_only', 'run_token_refused', ...issueInvite.refusals],
    emits: issueInvite.emits,
    secretAnswer: true,
  }),
  getInvite: operation({
    http: 'GET /api/invites/:token',
    summary: 'The invite of a token, and the next step.',
    who: ['public'],
    guessable: true,
    input: z.object({ token }),
    output: Invite.pick({ companyId: true, agentMessage: true, expiresAt: true }).extend({
      companyName: z.string(),
      onboardingTextUrl: z.string(),
      acceptUrl: z.string(),
      nextStep: z.string(),
    }),
    refusals: ['invite_not_found'],
  }),
  getOnboardingText: operation({
    http: 'GET /api/invites/:token/onboarding.txt',
    summary: 'How to join and how to work, step by step, as a text for the invited agent.',
    who: ['public'],
    guessable: true,
    produces: 'text/plain',
    input: z.object({ token }),
    output: z.string(),
    refusals: ['invite_not_found'],
  }),
  acceptInvite: operation({
    http: 'POST /api/invites/:token/accept',
    summary: 'Ask to join; the invite is then used. The claim secret is shown only once.',
    who: ['public'],
    guessable: true,
    status: 202,
    input: z.object({ token, ...joinerFields }),
    output: redeemInvite.output.extend({ statusUrl: z.string(), claimUrl: z.string() }),
    refusals: redeemInvite.refusals,
    emits: redeemInvite.emits,
    secretAnswer: true,
  }),
  getJoinRequest: operation({
    http: 'GET /api/join-requests/:joinRequestId',
    summary: 'The state of a join request, for the agent with its claim secret.',
    who: ['public'],
    guessable: true,
    headers: { claimSecret: 'X-Claim-Secret' },
    input: z.object({ joinRequestId: PathId, claimSecret: ClaimSecret }),
    output: readJoinRequest.output,
    refusals: readJoinRequest.refusals,
  }),
  claimApiKey: operation({
    http: 'POST /api/join-requests/:joinRequestId/claim-api-key',
    summary: 'Claim the key of an approved join request, once. The token is shown only once.',
    who: ['public'],
    guessable: true,
    status: 201,
    input: z.object({ joinRequestId: PathId, claimSecret: ClaimSecret }),
    output: ClaimedKey,
    refusals: redeemClaim.refusals,
    emits: redeemClaim.emits,
    secretAnswer: true,
  }),
} as const;
