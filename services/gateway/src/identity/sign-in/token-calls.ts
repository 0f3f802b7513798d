/** Signing in with a board token. It is presented like a bearer token, and a wrong one counts like one. */
import { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import type { Caller } from '../../upstream/credential.ts';
import type { Authenticator } from '../authentication/authenticate.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { findUser } from '../store/users.ts';
import { notingFailure } from './noted-failures.ts';
import type { SignInContext } from './sign-in-context.ts';
import { originOf, withCookies } from './sign-in-requests.ts';

export const signInWithToken =
  (
    { db }: Runtime,
    { sessions, origins }: SignInContext,
    authenticator: Pick<Authenticator, 'authenticate'>,
  ): ComposedCall =>
  async (input, { client }) => {
    origins.requireOwnHost(client.headers);
    origins.requireOwnOriginIfGiven(client.headers);
    const { token, pageSecret } = input as { token: string; pageSecret: string | undefined };
    const { method, address } = client;
    const headers = { authorization: asHeader(token) };
    const { actor, credential } = await notingFailure(
      db,
      () => Promise.resolve({ action: 'sign_in_failed', userId: null, method: 'token', address }),
      async () => authenticator.authenticate({ method, address, headers }),
    );
    const boardTokenId = requireBoardToken(credential);
    const { session, cookies } = await sessions.open(
      { userId: actor.id, pageSecret, boardTokenId },
      originOf(client),
    );
    await insertAccountAction(db, {
      action: 'signed_in',
      userId: actor.id,
      method: 'token',
      subjectId: session.id,
      address,
    });
    const email = (await findUser(db, actor.id))?.email ?? null;
    return withCookies({ user: { id: actor.id, name: actor.name, email }, session }, cookies);
  };

/** A header arrives as one character per byte. */
const asHeader = (token: string): string =>
  `Bearer ${Buffer.from(token.trim(), 'utf8').toString('latin1')}`;

export function requireBoardToken({ kind, boardTokenId }: Caller['credential']): string {
  if (kind !== 'board_token' || boardTokenId === undefined) {
    throw new Refusal('board_token_required');
  }
  return boardTokenId;
}
