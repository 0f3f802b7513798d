/**
 * How an agent from outside joins a company: somebody invites it, it asks to join, the board
 * decides, and it fetches its key. What strangers call is in `composed-joining.ts`; the operations
 * without a path here are what stands behind it, asked by the gateway itself.
 */
import { z } from 'zod';
import { everyCopy } from './agents-operations.ts';
import { event, operation } from './define.ts';
import {
  AgentIcon, AgentRole, Id, JsonObject, Name, page, PathId, Text, Timestamp,
} from './vocabulary.ts';

/** Longest message to the agent that is invited, in characters. */
const MESSAGE_MAX = 4_000;
/** Longest text that a joining agent may say of itself: it travels in an event. */
const CAPABILITIES_MAX = 4_000;
/** Longest note of a decision, in characters. */
const NOTE_MAX = 4_000;

export const InviteMessage = z.string().trim().max(MESSAGE_MAX);

export const InviteStatus = z.enum(['open', 'used', 'revoked', 'expired']);
export type InviteStatus = z.output<typeof InviteStatus>;

export const Invite = z.object({
  id: Id,
  companyId: Id,
  status: InviteStatus,
  agentMessage: z.string().nullable(),
  createdByAgentId: Id.nullable(),
  createdByUserId: Id.nullable(),
  expiresAt: Timestamp,
  usedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Invite = z.output<typeof Invite>;

export const JoinRequestStatus = z.enum(['pending', 'approved', 'rejected', 'claimed', 'expired']);
export type JoinRequestStatus = z.output<typeof JoinRequestStatus>;

/** A joining agent runs elsewhere: nothing that it says decides what is started here. */
export const JoinerAdapterType = z.enum(['remote', 'http']);

/** What an agent says of itself when it asks to join. */
export const joinerFields = {
  agentName: Name,
  role: AgentRole.exclude(['ceo']).default('general'),
  title: Name.nullable().optional(),
  icon: AgentIcon.nullable().optional(),
  capabilities: Text.max(CAPABILITIES_MAX).nullable().optional(),
  adapterType: JoinerAdapterType.default('remote'),
  adapterConfig: JsonObject.default({}),
};

export const JoinRequest = z.object({
  id: Id,
  companyId: Id,
  inviteId: Id,
  status: JoinRequestStatus,
  /** null until it is approved. */
  agentId: Id.nullable(),
  agentName: z.string(),
  role: AgentRole,
  title: z.string().nullable(),
  icon: AgentIcon.nullable(),
  capabilities: z.string().nullable(),
  adapterType: JoinerAdapterType,
  adapterConfig: JsonObject,
  decisionNote: z.string().nullable(),
  decidedByUserId: Id.nullable(),
  decidedAt: Timestamp.nullable(),
  claimedAt: Timestamp.nullable(),
  /** Until when it can be decided, and after that its key claimed. */
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type JoinRequest = z.output<typeof JoinRequest>;

/** The same as the joining agent sees it. */
export const OwnJoinRequest = JoinRequest.pick({
  id: true, companyId: true, status: true, agentId: true, agentName: true, decisionNote: true,
  expiresAt: true, createdAt: true,
});
export type OwnJoinRequest = z.output<typeof OwnJoinRequest>;

export const ClaimedKey = z.object({
  keyId: Id,
  agentId: Id,
  companyId: Id,
  agentName: z.string(),
  token: z.string(),
  createdAt: Timestamp,
});

/** A secret never travels between services; its SHA-256 does, in base64url. */
const SecretHash = z.string().length(43);

const decision = { companyId: PathId, joinRequestId: PathId };
const decisionNote = z.string().max(NOTE_MAX).nullable().optional();

export const inviteOperations = {
  issueInvite: operation({
    kind: 'write',
    summary: 'Make an invite for one agent from outside. The token is shown this once.',
    who: ['agent', 'board'],
    needs: 'invite',
    input: z.object({ companyId: Id, companyName: z.string(), agentMessage: InviteMessage }),
    output: Invite.pick({ id: true, companyId: true, expiresAt: true, createdAt: true }).extend({
      token: z.string(),
    }),
    refusals: ['answer_shown_once'],
    says: ['invite.created'],
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
    summary: 'Take an invite back; one that was used stays used.',
    who: ['board'],
    needs: 'invite',
    input: z.object({ companyId: PathId, inviteId: PathId }),
    output: Invite,
    refusals: ['invite_not_found'],
    says: ['invite.revoked'],
  }),
  readInvite: operation({
    kind: 'read',
    summary: 'The open invite behind a token.',
    who: ['service'],
    input: z.object({ tokenHash: SecretHash }),
    output: Invite.pick({ companyId: true, agentMessage: true, expiresAt: true }).extend({
      companyName: z.string(),
    }),
    refusals: ['invite_not_found'],
  }),
  redeemInvite: operation({
    kind: 'write',
    summary: 'Use an invite up and ask to join.',
    who: ['service'],
    input: z.object({ tokenHash: SecretHash, ...joinerFields }),
    output: OwnJoinRequest.extend({ claimSecret: z.string() }),
    refusals: ['invite_not_found', 'name_taken', 'not_for_joiners', 'answer_shown_once'],
    says: ['invite.accepted', 'join_request.created'],
    secretAnswer: true,
  }),
  listJoinRequests: operation({
    http: 'GET /api/companies/:companyId/join-requests',
    summary: 'Agents from outside that asked to join, newest first.',
    who: ['board'],
    input: z.object({
      companyId: PathId, status: z.array(JoinRequestStatus).min(1).optional(), ...page,
    }),
    output: z.array(JoinRequest),
    paged: true,
    refusals: [],
  }),
  approveJoinRequest: operation({
    http: 'POST /api/companies/:companyId/join-requests/:joinRequestId/approve',
    summary: 'Let the agent join, under the CEO. Another name may be given to it.',
    who: ['board'],
    needs: 'approve',
    input: z.object({ ...decision, agentName: Name.optional(), decisionNote }),
    output: JoinRequest,
    refusals: ['join_request_not_found', 'join_request_not_pending', 'name_taken'],
    says: ['join_request.approved'],
    settles: { agents: everyCopy },
  }),
  rejectJoinRequest: operation({
    http: 'POST /api/companies/:companyId/join-requests/:joinRequestId/reject',
    summary: 'Turn the agent away.',
    who: ['board'],
    needs: 'approve',
    input: z.object({ ...decision, decisionNote }),
    output: JoinRequest,
    refusals: ['join_request_not_found', 'join_request_not_pending'],
    says: ['join_request.rejected'],
  }),
  readJoinRequest: operation({
    kind: 'read',
    summary: 'A join request, for whoever holds its claim secret.',
    who: ['service'],
    input: z.object({ joinRequestId: Id, claimHash: SecretHash }),
    output: OwnJoinRequest,
    refusals: ['join_request_not_found'],
  }),
  redeemClaim: operation({
    kind: 'write',
    summary: 'Make the key of an approved joiner. The token is shown this once.',
    who: ['service'],
    input: z.object({ joinRequestId: Id, claimHash: SecretHash }),
    output: ClaimedKey,
    refusals: [
      'join_request_not_found', 'join_request_pending', 'join_request_rejected',
      'join_request_claimed', 'agent_without_keys', 'answer_shown_once',
    ],
    says: ['join_request.claimed', 'key.created'],
    secretAnswer: true,
  }),
} as const;

const inviteEvent = (summary: string) =>
  event({
    entity: 'invite',
    version: 1,
    summary,
    payload: z.object({ inviteId: Id, expiresAt: Timestamp }),
  });

/** What an agent joins as: enough to make it. */
export const Joiner = JoinRequest.pick({
  role: true, title: true, icon: true, capabilities: true, adapterType: true, adapterConfig: true,
}).extend({ name: z.string() });
export type Joiner = z.output<typeof Joiner>;

const requestEvent = (summary: string) =>
  event({
    entity: 'join_request',
    version: 1,
    summary,
    payload: z.object({ joinRequestId: Id, inviteId: Id, agentName: z.string() }),
  });

export const inviteEvents = {
  'invite.created': inviteEvent('An agent from outside was invited.'),
  'invite.revoked': inviteEvent('An invite was taken back.'),
  'invite.accepted': event({
    entity: 'invite',
    version: 1,
    summary: 'An invite was used.',
    payload: z.object({ inviteId: Id, joinRequestId: Id }),
  }),
  'join_request.created': requestEvent('An agent from outside asks to join.'),
  'join_request.approved': event({
    entity: 'join_request',
    version: 1,
    summary: 'The board lets an agent from outside join; it is made under this id.',
    payload: z.object({ joinRequestId: Id, inviteId: Id, agentId: Id, joiner: Joiner }),
  }),
  'join_request.rejected': requestEvent('The board turned an agent from outside away.'),
  'join_request.claimed': event({
    entity: 'join_request',
    version: 1,
    summary: 'An agent that joined has fetched its key.',
    payload: z.object({ joinRequestId: Id, agentId: Id, keyId: Id }),
  }),
} as const;
