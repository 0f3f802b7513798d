/** What identity shows: keys, people, what they belong to, and how they came in. */
import { z } from 'zod';
import { Id, MemberRole, Permission, Timestamp, Version } from './vocabulary.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Short enough passwords are guessed, absurdly long ones only cost time. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Addresses are the same whatever their case. */
export const Email = z.email().max(EMAIL_MAX).toLowerCase();
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const PersonName = z.string().trim().min(1).max(NAME_MAX);
/** The name of a key or a token. */
export const KeyName = z.string().trim().min(1).max(NAME_MAX);

const shownOnce = { id: true, name: true, createdAt: true, expiresAt: true } as const;
const Token = z.string();

export const AgentKey = z.object({
  id: Id,
  agentId: Id,
  name: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export const NewAgentKey = AgentKey.pick(shownOnce).extend({ token: Token });

export const BoardToken = z.object({
  id: Id,
  name: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export const NewBoardToken = BoardToken.pick(shownOnce).extend({ token: Token });

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
  /** Nobody signs in as a user without one. */
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
  /** null: to the instance, without a membership. */
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
/** The token is shown this once; whoever has it becomes the user. */
export const NewUserInvitation = UserInvitation.extend({ token: Token, acceptPath: z.string() });
export const CredentialKind = z.enum(['agent_key', 'run_token', 'board_token', 'session']);

export type CredentialKind = z.output<typeof CredentialKind>;
export type AgentKey = z.output<typeof AgentKey>;
export type BoardToken = z.output<typeof BoardToken>;
export type Session = z.output<typeof Session>;
export type User = z.output<typeof User>;
export type Member = z.output<typeof Member>;
export type UserInvitation = z.output<typeof UserInvitation>;
