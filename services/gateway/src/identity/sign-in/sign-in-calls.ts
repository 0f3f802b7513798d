/** Composed operations to sign in and out. Cookies stay in the gateway and reach no service. */
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import type { ClientRequest, ComposedCall } from '../../upstream/composed-call.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import { findSession } from '../store/sessions.ts';
import { findUser } from '../store/users.ts';
import {
  forgivePasswordAttempts,
  forgiveSignInAttempt,
  takePasswordAttempt,
  takeProviderStart,
  takeSignInAttempt,
} from './attempt-limits.ts';
import type { RequestOrigin } from './auth-library-headers.ts';
import { getSession } from './get-session.ts';
import type { SignInContext } from './sign-in-context.ts';

export const signInCalls = (runtime: Runtime, context: SignInContext, signals: Signals) => ({
  getSession: getSession(runtime),
  signIn: signIn(runtime, context),
  signOut: signOut(context, signals),
  changePassword: changePassword(runtime, context, signals),
  signInWithProvider: redirectToProvider(runtime, context, false),
  linkProvider: redirectToProvider(runtime, context, true),
  finishProviderSignIn: finishProviderSignIn(context),
});

const originOf = ({ headers, address }: ClientRequest): RequestOrigin => ({
  cookie: headers.cookie,
  address,
  userAgent: headers['user-agent'],
});

const withCookies = (body: object, cookies: readonly string[]): Outcome => ({
  body: JSON.stringify(body),
  headers: { 'set-cookie': [...cookies] },
});

const signIn =
  ({ db }: Runtime, { sessions, origins }: SignInContext): ComposedCall =>
  async (input, { client }) => {
    origins.requireOwnOriginIfGiven(client.headers);
    const { email, password } = input as { email: string; password: string };
    const attempt = { account: email.toLowerCase(), address: client.address };
    await takeSignInAttempt(db, attempt);
    const { userId, sessionToken, cookies } = await sessions.signIn(
      { email, password },
      originOf(client),
    );
    const [user, session] = await Promise.all([
      findUser(db, userId),
      findSession(db, sessionToken),
    ]);
    // Only a client that knows the password learns this; the session of a disabled user is refused.
    if (!user || user.disabledAt !== null) throw new Refusal('wrong_credentials');
    await forgiveSignInAttempt(db, attempt);
    const { id, name } = user;
    return withCookies({ user: { id, name, email: user.email }, session }, cookies);
  };

const signOut =
  ({ sessions }: SignInContext, signals: Signals): ComposedCall =>
  async (_, { actor, client }) => {
    requireSession(client);
    const cookies = await sessions.signOut(originOf(client));
    signals.emit('callerChanged', actor.id);
    return withCookies({ signedOut: true }, cookies);
  };

const changePassword =
  ({ db }: Runtime, { sessions }: SignInContext, signals: Signals): ComposedCall =>
  async (input, { actor, client }) => {
    requireSession(client);
    const fields = input as { currentPassword: string; newPassword: string };
    await takePasswordAttempt(db, actor.id);
    const cookies = await sessions.changePassword(fields, originOf(client));
    await forgivePasswordAttempts(db, actor.id);
    signals.emit('callerChanged', actor.id);
    return withCookies({ changed: true }, cookies);
  };

const redirectToProvider =
  ({ db }: Runtime, context: SignInContext, bind: boolean): ComposedCall =>
  async (input, { client }) => {
    if (bind) requireSession(client);
    context.origins.requireOwnOriginIfGiven(client.headers);
    requireProvider(context);
    await takeProviderStart(db, client.address);
    const { returnTo } = input as { returnTo: string };
    const { url, cookies } = await context.sessions.redirectToProvider(
      returnTo,
      originOf(client),
      bind,
    );
    return withCookies({ url }, cookies);
  };

const finishProviderSignIn =
  (context: SignInContext): ComposedCall =>
  async (_, { client }) => {
    requireProvider(context);
    const { url, cookies } = await context.sessions.finishSignIn(client.query, originOf(client));
    const headers = { location: url, 'set-cookie': [...cookies] };
    return { status: 302, headers, body: JSON.stringify({ signedIn: true }) };
  };

/** A token has no session to end and proves no password. */
function requireSession({ credential }: ClientRequest): void {
  if (credential?.kind !== 'session') throw new Refusal('session_required');
}

function requireProvider({ hasProvider }: SignInContext): void {
  if (!hasProvider) throw new Refusal('no_identity_provider');
}
