/** Signing in and out: operations on cookies, which only the gateway can answer. */
import { z } from 'zod';
import { authorizationRoutes } from './authorization-requests.ts';
import { operation } from '../define.ts';
import { CredentialKind, PageSecret, Password, Session, User } from '../gateway/records.ts';
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
const SignedIn = z.object({
  user: User.pick({ id: true, name: true, email: true }),
  session: Session,
});
/** Longer than any token of the environment. */
const TOKEN_MAX = 4_096;
/** Of any shape: a malformed code is as unknown as a used one. */
const Code = z.string().min(1).max(200);

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
    input: z.object({
      email: z.string().max(254),
      password: z.string().max(1_000),
      pageSecret: PageSecret.optional(),
    }),
    output: SignedIn,
    sends: ['Set-Cookie'],
    refusals: ['wrong_credentials', 'foreign_origin', 'misdirected_request'],
  }),
  signInWithToken: operation({
    http: 'POST /api/auth/sign-in/token',
    summary:
      'Sign in with a board token; sets the session cookie. The session has the limits of the token ' +
      'and ends with it.',
    who: ['public'],
    input: z.object({ token: z.string().min(1).max(TOKEN_MAX), pageSecret: PageSecret.optional() }),
    output: SignedIn,
    sends: ['Set-Cookie'],
    refusals: ['unauthenticated', 'board_token_required', 'foreign_origin', 'misdirected_request'],
  }),
  createSignInLink: operation({
    http: 'POST /api/auth/sign-in-links',
    summary:
      'Make a link that signs in once, within ten minutes, as a session of the board token that asks. ' +
      'It ends the link that this token made before.',
    who: ['board'],
    aboutCaller: true,
    status: 201,
    input: z.object({}),
    output: z.object({
      url: z.string().describe('The code is behind `#`, which browsers send to no server.'),
      expiresAt: Timestamp,
    }),
    refusals: ['board_token_required'],
  }),
  getSignInLink: operation({
    http: 'GET /api/auth/sign-in/link',
    summary: 'Whom the code of a link signs in, and until when. The code stays usable.',
    who: ['public'],
    guessable: true,
    headers: { code: 'X-Sign-In-Code' },
    input: z.object({ code: Code }),
    output: z.object({
      user: User.pick({ name: true, email: true }),
      expiresAt: Timestamp,
      boundToPage: z
        .boolean()
        .describe(
          'Whether it comes from a sign-in at the identity provider, which only the page that began it can end.',
        ),
    }),
    refusals: ['sign_in_link_not_found', 'foreign_origin', 'misdirected_request'],
  }),
  signInWithLink: operation({
    http: 'POST /api/auth/sign-in/link',
    summary: 'Sign in with the code of a link, once; sets the session cookie.',
    who: ['public'],
    guessable: true,
    input: z.object({ code: Code, pageSecret: PageSecret }),
    output: SignedIn,
    sends: ['Set-Cookie'],
    refusals: ['sign_in_link_not_found', 'foreign_origin', 'misdirected_request'],
  }),
  signOut: operation({
    http: 'POST /api/auth/sign-out',
    summary: 'End the session of the cookie.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({}),
    output: z.object({ signedOut: z.literal(true) }),
    sends: ['Set-Cookie'],
    refusals: ['session_required'],
  }),
  changePassword: operation({
    http: 'POST /api/auth/change-password',
    summary: 'Change your password. Your other sessions end.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ currentPassword: z.string().max(1_000), newPassword: Password }),
    output: z.object({ changed: z.literal(true) }),
    sends: ['Set-Cookie'],
    refusals: ['session_required', 'wrong_password'],
  }),
  signInWithProvider: operation({
    http: 'POST /api/auth/sign-in/oidc',
    summary:
      'The URL for signing in at the identity provider. With a page secret, its way back ends at ' +
      '`/enter` with the code of a link that only this page can use.',
    who: ['public'],
    input: z.object({
      returnTo: ReturnPath.default('/api/session'),
      pageSecret: PageSecret.optional(),
    }),
    output: RedirectTarget,
    sends: ['Set-Cookie'],
    refusals: [
      'no_identity_provider',
      'identity_provider_failed',
      'page_secret_required',
      'foreign_origin',
      'misdirected_request',
    ],
  }),
  linkProvider: operation({
    http: 'POST /api/auth/link/oidc',
    summary: 'The URL for linking your identity at the identity provider to your user.',
    who: ['board'],
    aboutCaller: true,
    input: z.object({ returnTo: ReturnPath.default('/api/session') }),
    output: RedirectTarget,
    sends: ['Set-Cookie'],
    refusals: ['session_required', 'no_identity_provider', 'identity_provider_failed'],
  }),
  finishProviderSignIn: operation({
    http: 'GET /api/auth/callback/oidc',
    summary:
      'The callback of the identity provider: redirects to the page that began, with a code or a ' +
      'session cookie; a browser is redirected with `error` if it failed.',
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
    status: 302,
    sends: ['Location', 'Set-Cookie'],
    refusals: ['no_identity_provider', 'identity_provider_failed', 'misdirected_request'],
  }),
  ...authorizationRoutes,
} as const;
