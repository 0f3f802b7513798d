/** Agent invites and join requests, as answers and events show them. */
import { z } from 'zod';
import { AgentIcon, AgentRole, Id, JsonObject, Name, Text, Timestamp } from '../vocabulary.ts';

/** Longest message to the invited agent, in characters. */
const MESSAGE_MAX = 4_000;
/** Longest description that a joining agent gives of itself: it travels in an event. */
const CAPABILITIES_MAX = 4_000;

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

/** A status in a filter. `pending_approval` is `pending`: clients know it from agents. */
export const JoinRequestStatusFilter = z.enum([...JoinRequestStatus.options, 'pending_approval']);
export type JoinRequestStatusFilter = z.output<typeof JoinRequestStatusFilter>;

/** A joining agent is remote: its request cannot choose a program on the scheduler's machine. */
export const JoinerAdapterType = z.enum(['remote', 'http']);

/** What an agent states about itself when it asks to join. */
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
  /** null until the request is approved. */
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
  /** End of the time to decide, and after an approval end of the time to claim the key. */
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type JoinRequest = z.output<typeof JoinRequest>;

/** A join request as the joining agent sees it. */
export const OwnJoinRequest = JoinRequest.pick({
  id: true,
  companyId: true,
  status: true,
  agentId: true,
  agentName: true,
  decisionNote: true,
  expiresAt: true,
  createdAt: true,
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

/** What the agents service needs to create a joining agent. */
export const Joiner = JoinRequest.pick({
  role: true,
  title: true,
  icon: true,
  capabilities: true,
  adapterType: true,
  adapterConfig: true,
}).extend({ name: z.string() });
export type Joiner = z.output<typeof Joiner>;
