/** Keys, tokens, sessions, users, members and invitations, as answers show them. */
import { z } from 'zod';
import { Id, MemberRole, nameOfAtMost, Permission, Timestamp, Version } from '../vocabulary.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
/** Shorter passwords can be guessed, longer ones only cost hashing time. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Addresses are compared without regard to case. */
export const Email = z.email().max(EMAIL_MAX).toLowerCase();
export const Password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const PersonName = nameOfAtMost(NAME_MAX);
/** The name of a key or a token. */
export const KeyName = nameOfAtMost(NAME_MAX);

/**
 * The second part of a session that a page opens: 256 random bits that the page makes and keeps, and
 * sends as the header X-Page-Secret with each request. Without it, the cookie of the session opens nothing.
 */
export const PageSecret = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('256 random bits as base64url. The session counts only with them, as X-Page-Secret.');

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
  /** Who made the key; for one that an agent claimed when it joined, who invited it and let it in, if that was one person. */
  createdByAgentId: Id.nullable().optional(),
  createdByUserId: Id.nullable().optional(),
  /** The key with which the agent made it: this key ends with that one. */
  createdByKeyId: Id.nullable().optional(),
});
export const NewAgentKey = AgentKey.pick(newCredentialFields).extend({ token: Token });

const TOKEN_COMPANIES_MAX = 50;

/** What a board token may do less than its user. It never may do more. */
export const tokenLimits = {
  companies: z
    .array(Id)
    .min(1)
    .max(TOKEN_COMPANIES_MAX)
    .describe('It acts in these companies only.'),
  readOnly: z.boolean().describe('It changes nothing.'),
  mayDecide: z
    .boolean()
    .describe(
      'false: it does nothing that needs a permission or the role of an owner. true: tools of the ' +
        'Model Context Protocol that decide for the board are shown to it.',
    ),
};

export const BoardToken = z.object({
  id: Id,
  name: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
  /** null: all companies of its user. This and the next two are left out by the release before. */
  companies: tokenLimits.companies.nullable().optional(),
  readOnly: tokenLimits.readOnly.optional(),
  /** null: as its user, but without those tools. */
  mayDecide: tokenLimits.mayDecide.nullable().optional(),
});
export const NewBoardToken = BoardToken.pick({
  ...newCredentialFields,
  companies: true,
  readOnly: true,
  mayDecide: true,
}).extend({ token: Token });

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
export const NewUserInvitation = UserInvitation.extend({
  token: Token,
  acceptPath: z.string().describe('Where a program posts the name and the password.'),
  /** Absent in answers of the release before. */
  acceptPage: z
    .string()
    .optional()
    .describe('The page on which the person accepts; the token is behind `#`.'),
});
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
/** Of a stored token: null where it was made without the limit. */
export interface TokenLimits {
  readonly companies: readonly string[] | null;
  readonly readOnly: boolean;
  readonly mayDecide: boolean | null;
}
export type Session = z.output<typeof Session>;
export type User = z.output<typeof User>;
export type Member = z.output<typeof Member>;
export type OwnInvitation = z.output<typeof OwnInvitation>;
export type UserInvitation = z.output<typeof UserInvitation>;
