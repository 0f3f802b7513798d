/** Composed operations to sign in and out. Cookies stay in the gateway and reach no service. */
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import type { Authenticator } from '../authentication/authenticate.ts';
import { pageSecretIn } from '../authentication/page-secret.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { findUser, findUserByEmail } from '../store/users.ts';
import {
  forgivePasswordAttempts,
  forgiveSignInAttempt,
  takePasswordAttempt,
  takeSignInAttempt,
} from './attempt-limits.ts';
import { getSession } from './get-session.ts';
import { notingFailure } from './noted-failures.ts';
import { createSignInLink, getSignInLink, signInWithLink } from './link-calls.ts';
import { finishProviderSignIn, redirectToProvider } from './provider-calls.ts';
import type { SignInContext } from './sign-in-context.ts';
import { originOf, requirePassword, requireSession, withCookies } from './sign-in-requests.ts';
import { signInWithToken } from './token-calls.ts';

export interface SignInCallsOptions {
  readonly context: SignInContext;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly signals: Signals;
}

export const signInCalls = (
  runtime: Runtime,
  { context, authenticator, signals }: SignInCallsOptions,
) => ({
  getSession: getSession(runtime),
  signIn: signIn(runtime, context),
  signInWithToken: signInWithToken(runtime, context, authenticator),
  createSignInLink: createSignInLink(runtime),
  getSignInLink: getSignInLink(runtime, context),
  signInWithLink: signInWithLink(runtime, context),
  signOut: signOut(runtime, context, signals),
  changePassword: changePassword(runtime, context, signals),
  signInWithProvider: redirectToProvider(runtime, context, false),
  linkProvider: redirectToProvider(runtime, context, true),
  finishProviderSignIn: finishProviderSignIn(runtime, context),
});

const signIn =
  ({ db }: Runtime, { sessions, origins }: SignInContext): ComposedCall =>
  async (input, { client }) => {
    origins.requireOwnHost(client.headers);
    origins.requireOwnOriginIfGiven(client.headers);
    const fields = input as { email: string; password: string; pageSecret: string | undefined };
    const attempt = { account: fields.email.toLowerCase(), address: client.address };
    const counted = await takeSignInAttempt(db, attempt);
    const failure = async () => ({
      action: 'sign_in_failed' as const,
      userId: (await findUserByEmail(db, attempt.account))?.id ?? null,
      actorId: null,
      method: 'password' as const,
      address: client.address,
    });
    const { user, session, cookies } = await notingFailure(db, failure, async () => {
      const { userId, ...opened } = await sessions.signIn(fields, originOf(client));
      const found = await findUser(db, userId);
      // Only a client that knows the password learns this; the session of a disabled user is refused.
      if (!found || found.disabledAt !== null) throw new Refusal('wrong_credentials');
      return { user: found, ...opened };
    });
    await forgiveSignInAttempt(db, counted);
    const { id, name, email } = user;
    await insertAccountAction(db, {
      action: 'signed_in',
      userId: id,
      method: 'password',
      ...(session && { subjectId: session.id }),
      address: client.address,
    });
    return withCookies({ user: { id, name, email }, session }, cookies);
  };

const signOut =
  ({ db }: Runtime, { sessions }: SignInContext, signals: Signals): ComposedCall =>
  async (_, { actor, client }) => {
    requireSession(client);
    const cookies = await sessions.signOut(originOf(client));
    await insertAccountAction(db, {
      action: 'signed_out',
      userId: actor.id,
      address: client.address,
    });
    signals.emit('callerChanged', actor.id);
    return withCookies({ signedOut: true }, cookies);
  };

const changePassword =
  ({ db }: Runtime, { sessions }: SignInContext, signals: Signals): ComposedCall =>
  async (input, { actor, client }) => {
    requirePassword(client);
    const fields = input as { currentPassword: string; newPassword: string };
    await takePasswordAttempt(db, actor.id);
    const own = { userId: actor.id, address: client.address };
    const pageSecret = pageSecretIn(client.headers);
    const cookies = await notingFailure(
      db,
      () => Promise.resolve({ action: 'password_change_failed' as const, ...own }),
      () => sessions.changePassword({ ...fields, pageSecret }, originOf(client)),
    );
    await insertAccountAction(db, { action: 'password_changed', ...own });
    await forgivePasswordAttempts(db, actor.id);
    signals.emit('callerChanged', actor.id);
    return withCookies({ changed: true }, cookies);
  };
