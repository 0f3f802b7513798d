/** Sign-in at an OpenID provider: the redirect there and the callback. */
import { Refusal } from '@muster/contracts';
import { withAuthErrors } from './auth-library-errors.ts';
import { libraryHeaders, type RequestOrigin } from './auth-library-headers.ts';
import type { AuthLibrary } from './auth-library.ts';
import { FAILED_PATH, PROVIDER } from './identity-provider.ts';

export interface ProviderRedirect {
  readonly url: string;
  readonly cookies: readonly string[];
}

export interface ProviderSignIn {
  /** The provider's address; `bind` links the identity to the signed-in user. */
  redirectToProvider(
    returnTo: string,
    from: RequestOrigin,
    bind: boolean,
  ): Promise<ProviderRedirect>;
  /** Handles the provider's callback, given its raw query string. */
  finishSignIn(query: string, from: RequestOrigin): Promise<ProviderRedirect>;
}

export const openProviderSignIn = ({ auth }: AuthLibrary, baseUrl: string): ProviderSignIn => ({
  async redirectToProvider(returnTo, from, bind) {
    const request = {
      body: {
        provider: PROVIDER,
        callbackURL: `${baseUrl}${returnTo}`,
        disableRedirect: true,
        errorCallbackURL: `${baseUrl}${FAILED_PATH}`,
      },
      headers: libraryHeaders(from),
      returnHeaders: true,
    } as const;
    const { api } = await auth();
    const { headers, response } = await withAuthErrors(
      () => (bind ? api.linkSocialAccount(request) : api.signInSocial(request)),
      'identity_provider_failed',
    );
    return { url: response.url ?? '', cookies: headers.getSetCookie() };
  },
  async finishSignIn(query, from) {
    const callback = `${baseUrl}/api/auth/callback/${PROVIDER}${query}`;
    const request = new Request(callback, { headers: libraryHeaders(from) });
    const { status, headers } = await (await auth()).handler(request);
    const url = headers.get('location') ?? '';
    if (status !== 302 || url.startsWith(`${baseUrl}${FAILED_PATH}`)) {
      const reason = URL.canParse(url) ? new URL(url).searchParams.get('error') : null;
      throw new Refusal('identity_provider_failed', { reason: reason ?? 'no_answer' });
    }
    return { url, cookies: headers.getSetCookie() };
  },
});
