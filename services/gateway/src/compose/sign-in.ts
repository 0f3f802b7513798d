/** Signing in and out. Cookies are the door's, so nothing of this travels to any service. */
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { BoardSessions } from '../auth/board-sessions.ts';
import { forgetCredentialsOf } from '../auth/credential-cache.ts';
import type { From } from '../auth/library-headers.ts';
import type { Origins } from '../auth/origin.ts';
import type { Outcome } from '../http/outcome.ts';
import { findUser } from '../store/users.ts';
import { findSession } from '../store/sessions.ts';
import { takeAttempt, forgiveAttempts } from '../store/sign-in-attempts.ts';
import type { Asked, ComposedCall } from './composed-calls.ts';

export interface SignInDesk {
  readonly sessions: BoardSessions;
  readonly origins: Origins;
  /** Whether people may prove elsewhere who they are. */
  readonly hasProvider: boolean;
}

const fromOf = ({ headers, address }: Asked): From => ({
  cookie: headers.cookie, address, userAgent: headers['user-agent'],
});

const withCookies = (body: object, cookies: readonly string[]): Outcome => ({
  body: JSON.stringify(body), headers: { 'set-cookie': [...cookies] },
});

export const signIn = ({ db }: Runtime, { sessions, origins }: SignInDesk): ComposedCall =>
  async (input, { asked }) => {
    origins.refuseForeignPage(asked.headers);
    const { email, password } = input as { email: string; password: string };
    const tried = { account: email.toLowerCase(), address: asked.address };
    await takeAttempt(db, tried);
    const { userId, sessionToken, cookies } =
      await sessions.signIn({ email, password }, fromOf(asked));
    const [user, session] = await Promise.all([
      findUser(db, userId), findSession(db, sessionToken),
    ]);
    // Said only to whoever knows the password; the session is worth nothing either way.
    if (!user || user.disabledAt !== null) throw new Refusal('wrong_credentials');
    await forgiveAttempts(db, tried);
    const { id, name } = user;
    return withCookies({ user: { id, name, email: user.email }, session }, cookies);
  };

export const signOut = ({ sessions }: SignInDesk): ComposedCall => async (_, { actor, asked }) => {
  requireSession(asked);
  const cookies = await sessions.signOut(fromOf(asked));
  forgetCredentialsOf(actor.id);
  return withCookies({ signedOut: true }, cookies);
};

export const changePassword = (
  { db }: Runtime,
  { sessions }: SignInDesk,
): ComposedCall =>
  async (input, { actor, asked }) => {
    requireSession(asked);
    const fields = input as { currentPassword: string; newPassword: string };
    const tried = { account: actor.id, address: asked.address };
    await takeAttempt(db, tried);
    const cookies = await sessions.changePassword(fields, fromOf(asked));
    await forgiveAttempts(db, tried);
    forgetCredentialsOf(actor.id);
    return withCookies({ changed: true }, cookies);
  };

export const sendToProvider = (desk: SignInDesk, bind: boolean): ComposedCall =>
  async (input, { asked }) => {
    if (bind) requireSession(asked);
    desk.origins.refuseForeignPage(asked.headers);
    requireProvider(desk);
    const { returnTo } = input as { returnTo: string };
    const { url, cookies } = await desk.sessions.sendToProvider(returnTo, fromOf(asked), bind);
    return withCookies({ url }, cookies);
  };

export const finishProviderSignIn = (desk: SignInDesk): ComposedCall => async (_, { asked }) => {
  requireProvider(desk);
  const { url, cookies } = await desk.sessions.comeBack(asked.query, fromOf(asked));
  const headers = { location: url, 'set-cookie': [...cookies] };
  return { status: 302, headers, body: JSON.stringify({ signedIn: true }) };
};

/** A token has nothing to sign out of, and knows no password. */
function requireSession({ credential }: Asked): void {
  if (credential?.kind !== 'session') throw new Refusal('session_required');
}

function requireProvider({ hasProvider }: SignInDesk): void {
  if (!hasProvider) throw new Refusal('no_identity_provider');
}
