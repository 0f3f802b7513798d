/**
 * Links that sign in once. The code is behind `#`, so it reaches no server and no log with the address;
 * the page takes it from there, says whom it signs in, and sends it when the person agrees. A code that is
 * bound to the page by the secret of that page is sent at once.
 */
import { randomBytes } from 'node:crypto';
import { Refusal } from '@muster/contracts';
import { newId, type Runtime } from '@muster/service-kit';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import { hashSecret } from '../../upstream/secret-hash.ts';
import { pageSecretHash } from '../authentication/page-secret.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { findSignInLink, saveLinkOfToken, useSignInLink } from '../store/sign-in-links.ts';
import type { SignInContext } from './sign-in-context.ts';
import { originOf, withCookies } from './sign-in-requests.ts';
import { requireBoardToken } from './token-calls.ts';

const CODE_BYTES = 32;
/** Long enough to walk to a browser. */
const LINK_SECONDS = 600;

export function makeCode(): { readonly code: string; readonly codeHash: Buffer } {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  return { code, codeHash: hashSecret(code) };
}

export const createSignInLink =
  ({ db, log }: Runtime): ComposedCall =>
  async (_, { actor, client, baseUrl }) => {
    if (!client.credential) throw new Refusal('unauthenticated');
    const boardTokenId = requireBoardToken(client.credential);
    const { code, codeHash } = makeCode();
    const link = { id: newId(), userId: actor.id, codeHash, validSeconds: LINK_SECONDS };
    const { expiresAt } = await saveLinkOfToken(db, { ...link, boardTokenId });
    await insertAccountAction(db, {
      action: 'sign_in_link_created',
      userId: actor.id,
      subjectId: link.id,
      address: client.address,
    });
    log.info({ linkId: link.id, userId: actor.id }, 'sign-in link made');
    return { body: JSON.stringify({ url: `${baseUrl()}/enter#${code}`, expiresAt }) };
  };

export const getSignInLink =
  ({ db }: Runtime, { origins }: SignInContext): ComposedCall =>
  async ({ code }, { client }) => {
    origins.requireOwnHost(client.headers);
    origins.requireOwnPage(client.method, client.headers);
    const link = await findSignInLink(db, hashSecret(String(code)));
    if (!link) throw new Refusal('sign_in_link_not_found');
    const { name, email, expiresAt, boundToPage } = link;
    return { body: JSON.stringify({ user: { name, email }, expiresAt, boundToPage }) };
  };

export const signInWithLink =
  ({ db, log }: Runtime, { sessions, origins }: SignInContext): ComposedCall =>
  async (input, { client }) => {
    origins.requireOwnHost(client.headers);
    origins.requireOwnOriginIfGiven(client.headers);
    const { code, pageSecret } = input as { code: string; pageSecret: string };
    const link = await useSignInLink(db, {
      codeHash: hashSecret(code),
      pageSecretHash: pageSecretHash(pageSecret),
    });
    if (!link) throw new Refusal('sign_in_link_not_found');
    const { userId, name, email, boardTokenId } = link;
    const { session, cookies } = await sessions.open(
      { userId, pageSecret, boardTokenId },
      originOf(client),
    );
    await insertAccountAction(db, {
      action: 'signed_in',
      userId,
      // A provider hands over by a code for the page that began; only tokens make links.
      method: boardTokenId === null ? 'provider' : 'link',
      subjectId: session.id,
      address: client.address,
    });
    log.info({ sessionId: session.id, userId }, 'signed in with a link');
    return withCookies({ user: { id: userId, name, email }, session }, cookies);
  };
