/** Keys, tokens, sessions, users, members and invitations, as answers show them. */
import { z } from 'zod';
import { Id, MemberRole, Permission, Timestamp, Version } from '../vocabulary.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Shorter passwords can be guessed, longer ones only cost hashing time. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Addresses are compared without regard to case. */
export const Email = z.email().max(EMAIL_MAX).toLowerCase();
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const PersonName = z.string().trim().min(1).max(NAME_MAX);
/** The name of a key or a token. */
export const KeyName = z.string().trim().min(1).max(NAME_MAX);

const newCredentialFields = { id: true, name: true, createdAt: true, expiresAt: true } as const;
const Token = z.string();

export const AgentKey = z.object({
  id: Id,
  agentId: Id,
  name: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** Who made the key; both are null for the key that an agent claimed when it joined. */
  createdByAgentId: Id.nullable().optional(),
  createdByUserId: Id.nullable().optional(),
  /** The key with which the agent made it: this key ends with that one. */
  createdByKeyId: Id.nullable().optional(),
});
export const NewAgentKey = AgentKey.pick(newCredentialFields).extend({ token: Token });

export const BoardToken = z.object({
  id: Id,
  name: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export const NewBoardToken = BoardToken.pick(newCredentialFields).extend({ token: Token });

export const Session = z.object({
  id: Id,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
});

export const User = z.object({
  id: Id,
  name: z.string(),
  /** A user without an e-mail address cannot sign in. */
  email: z.string().nullable(),
  instanceAdmin: z.boolean(),
  disabledAt: Timestamp.nullable(),
  createdAt: Timestamp,
});

export const Member = z.object({
  companyId: Id,
  userId: Id,
  name: z.string(),
  email: z.string().nullable(),
  role: MemberRole,
  permissions: z.array(Permission),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});

export const UserInvitation = z.object({
  id: Id,
  /** null: an invitation to the instance, without a membership. */
  companyId: Id.nullable(),
  email: z.string(),
  name: z.string().nullable(),
  role: MemberRole.nullable(),
  permissions: z.array(Permission),
  instanceAdmin: z.boolean(),
  invitedByUserId: Id,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
/** The token is shown only once; the person who presents it becomes the user. */
export const NewUserInvitation = UserInvitation.extend({ token: Token, acceptPath: z.string() });
/** An invitation as the invited person sees it. */
export const OwnInvitation = UserInvitation.pick({
  id: true,
  role: true,
  permissions: true,
  invitedByUserId: true,
  createdAt: true,
  expiresAt: true,
}).extend({ companyId: Id, invitedByName: z.string() });
export const CredentialKind = z.enum(['agent_key', 'run_token', 'board_token', 'session']);

export type CredentialKind = z.output<typeof CredentialKind>;
export type AgentKey = z.output<typeof AgentKey>;
export type BoardToken = z.output<typeof BoardToken>;
export type Session = z.output<typeof Session>;
export type User = z.output<typeof User>;
export type Member = z.output<typeof Member>;
export type OwnInvitation = z.output<typeof OwnInvitation>;
export type UserInvitation = z.output<typeof UserInvitation>;
