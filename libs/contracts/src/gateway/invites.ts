/**
 * How an agent from outside joins a company: it gets an invite, asks to join, the board decides,
 * and the agent claims its key. What a caller without a credential may call is declared in
 * `composed/joining.ts`; the gateway then calls the operations without a path here.
 */
import { z } from 'zod';
import { everyCopy } from '../agents/operations.ts';
import { operation } from '../define.ts';
import {
  ClaimedKey,
  Invite,
  InviteMessage,
  joinerFields,
  JoinRequest,
  JoinRequestStatusFilter,
  OwnJoinRequest,
} from './invite-records.ts';
import { Id, Name, page, PathId } from '../vocabulary.ts';

/** Longest note on a decision, in characters. */
const NOTE_MAX = 4_000;

/** SHA-256 of a secret in base64url: between services only the hash of a secret travels. */
const SecretHash = z.string().length(43);

const decision = { companyId: PathId, joinRequestId: PathId };
const decisionNote = z.string().max(NOTE_MAX).nullable().optional();

export const inviteOperations = {
  issueInvite: operation({
    kind: 'write',
    summary: 'Create an invite for one agent from outside. The token is shown only once.',
    who: ['agent', 'board'],
    needs: 'invite',
    input: z.object({ companyId: Id, companyName: z.string(), agentMessage: InviteMessage }),
    output: Invite.pick({ id: true, companyId: true, expiresAt: true, createdAt: true }).extend({
      token: z.string(),
    }),
    refusals: ['answer_shown_once'],
    emits: ['invite.created'],
    secretAnswer: true,
  }),
  listInvites: operation({
    http: 'GET /api/companies/:companyId/invites',
    summary: 'The invites of a company without their tokens, newest first.',
    who: ['board'],
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Invite),
    paged: true,
    refusals: [],
  }),
  revokeInvite: operation({
    http: 'DELETE /api/companies/:companyId/invites/:inviteId',
    summary: 'Revoke an invite; a used invite stays used.',
    who: ['board'],
    needs: 'invite',
    input: z.object({ companyId: PathId, inviteId: PathId }),
    output: Invite,
    refusals: ['invite_not_found'],
    emits: ['invite.revoked'],
  }),
  readInvite: operation({
    kind: 'read',
    summary: 'The open invite of a token.',
    who: ['service'],
    input: z.object({ tokenHash: SecretHash }),
    output: Invite.pick({ companyId: true, agentMessage: true, expiresAt: true }).extend({
      companyName: z.string(),
    }),
    refusals: ['invite_not_found'],
  }),
  redeemInvite: operation({
    kind: 'write',
    summary: 'Use an invite and create the join request.',
    who: ['service'],
    input: z.object({ tokenHash: SecretHash, ...joinerFields }),
    output: OwnJoinRequest.extend({ claimSecret: z.string() }),
    refusals: ['invite_not_found', 'name_taken', 'not_for_joiners', 'answer_shown_once'],
    emits: ['invite.accepted', 'join_request.created'],
    secretAnswer: true,
  }),
  listJoinRequests: operation({
    http: 'GET /api/companies/:companyId/join-requests',
    summary: 'The join requests of a company, newest first.',
    who: ['board'],
    input: z.object({
      companyId: PathId,
      status: z
        .array(JoinRequestStatusFilter)
        .min(1)
        .optional()
        .describe('Only requests in one of these states; pending_approval is pending.'),
      ...page,
    }),
    output: z.array(JoinRequest),
    paged: true,
    refusals: [],
  }),
  approveJoinRequest: operation({
    http: 'POST /api/companies/:companyId/join-requests/:joinRequestId/approve',
    summary: 'Approve a join request: the agent joins under the CEO, optionally with another name.',
    who: ['board'],
    needs: 'approve',
    input: z.object({ ...decision, agentName: Name.optional(), decisionNote }),
    output: JoinRequest,
    refusals: ['join_request_not_found', 'join_request_not_pending', 'name_taken'],
    emits: ['join_request.approved'],
    settles: { agents: everyCopy },
  }),
  rejectJoinRequest: operation({
    http: 'POST /api/companies/:companyId/join-requests/:joinRequestId/reject',
    summary: 'Reject a join request.',
    who: ['board'],
    needs: 'approve',
    input: z.object({ ...decision, decisionNote }),
    output: JoinRequest,
    refusals: ['join_request_not_found', 'join_request_not_pending'],
    emits: ['join_request.rejected'],
  }),
  readJoinRequest: operation({
    kind: 'read',
    summary: 'A join request, for the agent that holds its claim secret.',
    who: ['service'],
    input: z.object({ joinRequestId: Id, claimHash: SecretHash }),
    output: OwnJoinRequest,
    refusals: ['join_request_not_found'],
  }),
  redeemClaim: operation({
    kind: 'write',
    summary: 'Create the key of an approved joining agent. The token is shown only once.',
    who: ['service'],
    input: z.object({ joinRequestId: Id, claimHash: SecretHash }),
    output: ClaimedKey,
    refusals: [
      'join_request_not_found',
      'join_request_pending',
      'join_request_rejected',
      'join_request_claimed',
      'agent_without_keys',
      'answer_shown_once',
    ],
    emits: ['join_request.claimed', 'key.created'],
    secretAnswer: true,
  }),
} as const;
