/**
 * Sign-in at an OpenID provider: the redirect there and the callback. A page that begins one gives its
 * secret before it leaves. The library keeps the hash, within the address to return to, with the state of
 * the sign-in; the callback then sets no session cookie but says whom it is for, so that only the page
 * itself opens the session: one who begins a sign-in and has another person finish it gets nothing
 * (decision 18).
 */
import { Refusal } from '@muster/contracts';
import { decodeHash, encodeHash } from '../../upstream/secret-hash.ts';
import { pageSecretHash } from '../authentication/page-secret.ts';
import { withAuthErrors } from './auth-library-errors.ts';
import { libraryHeaders, type RequestOrigin } from './auth-library-headers.ts';
import type { AuthLibrary } from './auth-library.ts';
import { FAILED_PATH, LINKING_FAILED_PATH, PROVIDER } from './identity-provider.ts';

/** Path of the addresses that sign-ins of pages return to; the gateway replaces it. */
const PAGE_PATH = '/enter';

export interface ProviderRedirect {
  readonly url: string;
  readonly cookies: readonly string[];
}

/** How a sign-in at the provider has ended. */
export interface FinishedSignIn extends ProviderRedirect {
  /** Whom to sign in, and for which page; absent if the cookies do it, or an identity was linked. */
  readonly page?: { readonly userId: string; readonly pageSecretHash: Buffer };
  /** The session that the cookies open; absent for a page, and if an identity was linked. */
  readonly session?: { readonly id: string; readonly userId: string };
}

export interface ProviderStart {
  readonly returnTo: string;
  /** Links the identity to the signed-in user. */
  readonly bind: boolean;
  readonly pageSecret?: string | undefined;
}

export interface ProviderSignIn {
  /** The provider's address. */
  redirectToProvider(start: ProviderStart, from: RequestOrigin): Promise<ProviderRedirect>;
  /** Handles the provider's callback, given its raw query string. */
  finishSignIn(query: string, from: RequestOrigin): Promise<FinishedSignIn>;
}

/** A session that the library has made, and whose cookie is not sent. */
export interface TakenSession {
  readonly userId: string;
  readonly otherCookies: readonly string[];
}

export interface ProviderSignInOptions {
  readonly library: AuthLibrary;
  readonly baseUrl: string;
  readonly forLibrary: (from: RequestOrigin) => RequestOrigin;
  readonly sessionIn: (
    setCookies: readonly string[],
  ) => Promise<{ readonly id: string; readonly userId: string } | undefined>;
  readonly takeSessionIn: (setCookies: readonly string[]) => Promise<TakenSession | undefined>;
}

export function openProviderSignIn(options: ProviderSignInOptions): ProviderSignIn {
  const { library, baseUrl, forLibrary } = options;
  return {
    async redirectToProvider({ returnTo, bind, pageSecret }, from) {
      const request = {
        body: {
          provider: PROVIDER,
          callbackURL: callbackOf(baseUrl, returnTo, pageSecret),
          disableRedirect: true,
          errorCallbackURL: `${baseUrl}${bind ? LINKING_FAILED_PATH : FAILED_PATH}`,
        },
        headers: libraryHeaders(bind ? forLibrary(from) : from),
        returnHeaders: true,
      } as const;
      const { api } = await library.auth();
      const { headers, response } = await withAuthErrors(
        () => (bind ? api.linkSocialAccount(request) : api.signInSocial(request)),
        'identity_provider_failed',
      );
      return { url: response.url ?? '', cookies: headers.getSetCookie() };
    },
    async finishSignIn(query, from) {
      const callback = `${baseUrl}/api/auth/callback/${PROVIDER}${query}`;
      const request = new Request(callback, { headers: libraryHeaders(forLibrary(from)) });
      const { status, headers } = await (await library.auth()).handler(request);
      const url = headers.get('location') ?? '';
      if (status !== 302 || url.startsWith(`${baseUrl}${FAILED_PATH}`)) {
        throw failedAt(url);
      }
      return finished(options, url, headers.getSetCookie());
    },
  };
}

function callbackOf(baseUrl: string, returnTo: string, pageSecret: string | undefined): string {
  if (pageSecret === undefined) return `${baseUrl}${returnTo}`;
  const page = encodeHash(pageSecretHash(pageSecret));
  return `${baseUrl}${PAGE_PATH}?${new URLSearchParams({ returnTo, page }).toString()}`;
}

async function finished(
  { baseUrl, sessionIn, takeSessionIn }: ProviderSignInOptions,
  url: string,
  cookies: readonly string[],
): Promise<FinishedSignIn> {
  const { pathname, searchParams } = new URL(url);
  const page = searchParams.get('page');
  if (pathname !== PAGE_PATH || page === null) {
    const session = await sessionIn(cookies);
    return { url, cookies, ...(session && { session }) };
  }
  const taken = await takeSessionIn(cookies);
  if (!taken) throw failed('no_session');
  const returnTo = new URLSearchParams({ returnTo: searchParams.get('returnTo') ?? '/' });
  return {
    url: `${baseUrl}${PAGE_PATH}?${returnTo.toString()}`,
    cookies: taken.otherCookies,
    page: { userId: taken.userId, pageSecretHash: decodeHash(page) },
  };
}

const failed = (reason: string): Refusal => new Refusal('identity_provider_failed', { reason });

/** The library redirects to a path that says what failed, with its reason. */
function failedAt(url: string): Refusal {
  if (!URL.canParse(url)) return failed('no_answer');
  const { pathname, searchParams } = new URL(url);
  const reason = searchParams.get('error') ?? 'no_answer';
  if (pathname !== LINKING_FAILED_PATH) return failed(reason);
  return new Refusal('identity_provider_failed', { reason, linking: true }, LINK_HINT);
}

const LINK_HINT = 'check whether another user has linked the identity, then begin again';
