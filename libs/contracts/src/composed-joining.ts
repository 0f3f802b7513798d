/**
 * Joining as its callers see it: the invite with its addresses and texts, and what an agent from
 * outside calls before it has a credential. Whoever knows a token or a claim secret is let in by
 * it, so wrong ones are counted like wrong credentials.
 */
import { z } from 'zod';
import { operation } from './define.ts';
import {
  ClaimedKey, Invite, InviteMessage, inviteOperations, joinerFields,
} from './gateway-invites.ts';
import { PathId } from './vocabulary.ts';

const { issueInvite, redeemInvite, readJoinRequest, redeemClaim } = inviteOperations;

/** Of any shape: what is not a token of ours is as unknown as one that was used. */
const token = z.string();
const ClaimSecret = z.string().min(1).max(200);

export const composedJoining = {
  createInvite: operation({
    http: 'POST /api/companies/:companyId/partner/invite-prompt',
    summary: 'Invite an agent from outside. The token lives ten minutes and is shown this once.',
    who: issueInvite.who,
    needs: issueInvite.needs,
    status: 201,
    input: z.object({ companyId: PathId, agentMessage: InviteMessage.optional() }),
    output: issueInvite.output.extend({
      inviteUrl: z.string(),
      onboardingTextPath: z.string(),
      onboardingTextUrl: z.string(),
      /** To be handed to the agent as it is. */
      inviteMessage: z.string(),
    }),
    refusals: ['ceo_only', ...issueInvite.refusals],
    says: issueInvite.says,
    secretAnswer: true,
  }),
  getInvite: operation({
    http: 'GET /api/invites/:token',
    summary: 'What an invite is for, and what to do with it.',
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
    summary: 'How to join and how to work, step by step, for the agent that was invited.',
    who: ['public'],
    guessable: true,
    produces: 'text/plain',
    input: z.object({ token }),
    output: z.string(),
    refusals: ['invite_not_found'],
  }),
  acceptInvite: operation({
    http: 'POST /api/invites/:token/accept',
    summary: 'Ask to join with an invite, which is used up. The claim secret is shown this once.',
    who: ['public'],
    guessable: true,
    status: 202,
    input: z.object({ token, ...joinerFields }),
    output: redeemInvite.output.extend({ statusUrl: z.string(), claimUrl: z.string() }),
    refusals: redeemInvite.refusals,
    says: redeemInvite.says,
    secretAnswer: true,
  }),
  getJoinRequest: operation({
    http: 'GET /api/join-requests/:joinRequestId',
    summary: 'Whether the board has decided; for the agent that asked, with its claim secret.',
    who: ['public'],
    guessable: true,
    headers: { claimSecret: 'X-Claim-Secret' },
    input: z.object({ joinRequestId: PathId, claimSecret: ClaimSecret }),
    output: readJoinRequest.output,
    refusals: readJoinRequest.refusals,
  }),
  claimApiKey: operation({
    http: 'POST /api/join-requests/:joinRequestId/claim-api-key',
    summary: 'Fetch the key of an agent that was let in, once. The token is shown this once.',
    who: ['public'],
    guessable: true,
    status: 201,
    input: z.object({ joinRequestId: PathId, claimSecret: ClaimSecret }),
    output: ClaimedKey,
    refusals: redeemClaim.refusals,
    says: redeemClaim.says,
    secretAnswer: true,
  }),
} as const;
