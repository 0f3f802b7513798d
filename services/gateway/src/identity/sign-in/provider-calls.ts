/** Composed operations to sign in at an identity provider, and to link one to a user. */
import { Refusal } from '@muster/contracts';
import { newId, type Runtime } from '@muster/service-kit';
import type { CallContext, ComposedCall } from '../../upstream/composed-call.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import { navigates } from '../../upstream/navigation.ts';
import { insertAccountAction } from '../store/account-activity.ts';
import { insertLinkOfPage } from '../store/sign-in-links.ts';
import { takeProviderStart } from './attempt-limits.ts';
import { makeCode } from './link-calls.ts';
import type { SignInContext } from './sign-in-context.ts';
import { originOf, requirePassword, withCookies } from './sign-in-requests.ts';

/** The page that has come back sends its code at once. */
const PAGE_CODE_SECONDS = 120;

export const redirectToProvider =
  ({ db }: Runtime, context: SignInContext, bind: boolean): ComposedCall =>
  async (input, { client }) => {
    if (bind) requirePassword(client);
    context.origins.requireOwnHost(client.headers);
    context.origins.requireOwnOriginIfGiven(client.headers);
    requireProvider(context);
    const { returnTo, pageSecret } = input as { returnTo: string; pageSecret?: string };
    if (!bind && pageSecret === undefined) requireCookiesOfOnePort(context);
    await takeProviderStart(db, client.address);
    const start = { returnTo, bind, pageSecret };
    const { url, cookies } = await context.sessions.redirectToProvider(start, originOf(client));
    return withCookies({ url }, cookies);
  };

export const finishProviderSignIn =
  ({ db }: Runtime, context: SignInContext): ComposedCall =>
  async (_, { client }) => {
    try {
      context.origins.requireOwnHost(client.headers);
      requireProvider(context);
      return await finish(db, context, client);
    } catch (error) {
      if (!(error instanceof Refusal) || !navigates(client.headers)) throw error;
      if (error.code === 'misdirected_request') throw error;
      return redirect(`${context.baseUrl}${pageAfter(error)}?error=${error.code}`, []);
    }
  };

/** Where the person has come from. */
function pageAfter({ details }: Refusal): string {
  const { linking } = (details ?? {}) as { linking?: boolean };
  return linking ? '/me' : '/sign-in';
}

async function finish(
  db: Runtime['db'],
  { sessions }: SignInContext,
  client: CallContext['client'],
): Promise<Outcome> {
  const { url, cookies, page, session } = await sessions.finishSignIn(
    client.query,
    originOf(client),
  );
  if (session) {
    await insertAccountAction(db, {
      action: 'signed_in',
      userId: session.userId,
      method: 'provider',
      subjectId: session.id,
      address: client.address,
    });
  }
  if (!page) return redirect(url, cookies);
  const { code, codeHash } = makeCode();
  await insertLinkOfPage(db, {
    ...page,
    id: newId(),
    codeHash,
    validSeconds: PAGE_CODE_SECONDS,
  });
  return redirect(`${url}#${code}`, cookies);
}

const redirect = (location: string, cookies: readonly string[]): Outcome => ({
  headers: { location, 'set-cookie': [...cookies] },
  body: JSON.stringify({ signedIn: true }),
});

function requireProvider({ hasProvider }: SignInContext): void {
  if (!hasProvider) throw new Refusal('no_identity_provider');
}

/**
 * Over http, a program on another port of this host can begin a sign-in, give the browser its state, and
 * read the cookie of the session that a person has finished: only the secret of a page prevents it.
 */
function requireCookiesOfOnePort({ baseUrl }: SignInContext): void {
  if (!baseUrl.startsWith('https:')) throw new Refusal('page_secret_required');
}
