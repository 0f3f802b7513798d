/** Signing in at an identity provider: there and back again. */
import { Refusal } from '@muster/contracts';
import { asked } from './ask-library.ts';
import { libraryHeaders, type From } from './library-headers.ts';
import { FAILED_PATH, PROVIDER, type SignInLibrary } from './sign-in-library.ts';

export interface SentElsewhere {
  readonly url: string;
  readonly cookies: readonly string[];
}

export interface ProviderSignIn {
  /** Where to go to prove who one is; `bind` makes it one more way to sign in as oneself. */
  sendToProvider(returnTo: string, from: From, bind: boolean): Promise<SentElsewhere>;
  /** The answer of the provider, with its query as it came. */
  comeBack(query: string, from: From): Promise<SentElsewhere>;
}

export const openProviderSignIn = ({ auth }: SignInLibrary, baseUrl: string): ProviderSignIn => ({
  async sendToProvider(returnTo, from, bind) {
    const request = {
      body: {
        provider: PROVIDER, callbackURL: `${baseUrl}${returnTo}`, disableRedirect: true,
        errorCallbackURL: `${baseUrl}${FAILED_PATH}`,
      },
      headers: libraryHeaders(from),
      returnHeaders: true,
    } as const;
    const { headers, response } = await asked(
      () => bind ? auth.api.linkSocialAccount(request) : auth.api.signInSocial(request),
      'identity_provider_failed',
    );
    return { url: response.url ?? '', cookies: headers.getSetCookie() };
  },
  async comeBack(query, from) {
    const callback = `${baseUrl}/api/auth/callback/${PROVIDER}${query}`;
    const request = new Request(callback, { headers: libraryHeaders(from) });
    const { status, headers } = await auth.handler(request);
    const url = headers.get('location') ?? '';
    if (status !== 302 || url.startsWith(`${baseUrl}${FAILED_PATH}`)) {
      const reason = URL.canParse(url) ? new URL(url).searchParams.get('error') : null;
      throw new Refusal('identity_provider_failed', { reason: reason ?? 'no_answer' });
    }
    return { url, cookies: headers.getSetCookie() };
  },
});
