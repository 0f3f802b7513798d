/** Signing in and out: operations on cookies, which only the gateway can answer. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { CredentialKind, Password, Session, User } from '../gateway/records.ts';
import {
  Actor,
  AgentRole,
  AgentStatus,
  Id,
  Membership,
  Permission,
  Timestamp,
} from '../vocabulary.ts';

/** A path on this installation, so that signing in cannot redirect to another site. */
const ReturnPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./~?=&%+:,]*$/);
const RedirectTarget = z.object({ url: z.url() });

export const signInRoutes = {
  getSession: operation({
    http: 'GET /api/session',
    summary: 'The caller, its credential, and what it may do.',
    who: ['agent', 'board'],
    input: z.object({}),
    output: z.object({
      actor: Actor,
      credential: z.object({
        kind: CredentialKind,
        expiresAt: Timestamp.nullable(),
        /** Of a session or a board token, as in the lists of them; null for any other credential. */
        id: Id.nullable().optional(),
      }),
      user: User.pick({ id: true, name: true, email: true, instanceAdmin: true }).nullable(),
      /** Empty for an instance admin, who needs no memberships. */
      memberships: z.array(Membership.extend({ mayWrite: z.boolean() })),
      agent: z
        .object({
          id: Id,
          name: z.string(),
          companyId: Id,
          role: AgentRole.nullable(),
          status: AgentStatus,
          runId: Id.nullable(),
        })
        .nullable(),
      /** What the caller may do in every company that it sees; a membership may add to it. */
      may: z.object({
        createCompanies: z.boolean(),
        manageUsers: z.boolean(),
        permissions: z.array(Permission),
      }),
    }),
    refusals: [],
  }),
  signIn: operation({
    http: 'POST /api/auth/sign-in/email',
    summary: 'Sign in with e-mail and password; sets the session cookie.',
    who: ['public'],
    input: z.object({ email: z.string().max(254), password: z.string().max(1_000) }),
    output: z.object({ user: User.pick({ id: true, name: true, email: true }), session: Session }),
    refusals: ['wrong_credentials', 'foreign_origin'],
  }),
  signOut: operation({
    http: 'POST /api/auth/sign-out',
    summary: 'End the session of the cookie.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.object({ signedOut: z.literal(true) }),
    refusals: ['session_required'],
  }),
  changePassword: operation({
    http: 'POST /api/auth/change-password',
    summary: 'Change your password. Your other sessions end.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ currentPassword: z.string().max(1_000), newPassword: Password }),
    output: z.object({ changed: z.literal(true) }),
    refusals: ['session_required', 'wrong_password'],
  }),
  signInWithProvider: operation({
    http: 'POST /api/auth/sign-in/oidc',
    summary: 'The URL for signing in at the identity provider.',
    who: ['public'],
    input: z.object({ returnTo: ReturnPath.default('/api/session') }),
    output: RedirectTarget,
    refusals: ['no_identity_provider', 'identity_provider_failed', 'foreign_origin'],
  }),
  linkProvider: operation({
    http: 'POST /api/auth/link/oidc',
    summary: 'The URL for linking your identity at the identity provider to your user.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ returnTo: ReturnPath.default('/api/session') }),
    output: RedirectTarget,
    refusals: ['session_required', 'no_identity_provider', 'identity_provider_failed'],
  }),
  finishProviderSignIn: operation({
    http: 'GET /api/auth/callback/oidc',
    summary: 'The callback of the identity provider; sets the session cookie and redirects.',
    who: ['public'],
    input: z.object({
      code: z.string().max(4_000).optional(),
      state: z.string().max(1_000).optional(),
      error: z.string().max(500).optional(),
      error_description: z.string().max(2_000).optional(),
      iss: z.string().max(1_000).optional(),
      session_state: z.string().max(1_000).optional(),
    }),
    output: z.object({ signedIn: z.literal(true) }),
    refusals: ['no_identity_provider', 'identity_provider_failed'],
  }),
} as const;
