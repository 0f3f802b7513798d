/** Sessions of board users: what comes in, and what goes out as cookies. */
import { asked } from './ask-library.ts';
import { libraryHeaders, type From } from './library-headers.ts';
import { openProviderSignIn, type ProviderSignIn } from './provider-sign-in.ts';
import type { SignInLibrary } from './sign-in-library.ts';

export interface FoundSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}

export interface SignedIn {
  readonly userId: string;
  /** As it is stored; the cookie carries it signed. */
  readonly sessionToken: string;
  readonly cookies: readonly string[];
}

export interface BoardSessions extends ProviderSignIn {
  /** The session's cookie among all that were sent, as `name=value`. */
  cookieIn(header: string | undefined): string | undefined;
  find(cookie: string): Promise<FoundSession | undefined>;
  signIn(fields: { email: string; password: string }, from: From): Promise<SignedIn>;
  signOut(from: From): Promise<readonly string[]>;
  changePassword(
    fields: { currentPassword: string; newPassword: string },
    from: From,
  ): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function openBoardSessions(library: SignInLibrary, baseUrl: string): BoardSessions {
  const { auth: { api }, cookieName, close } = library;
  return {
    cookieIn: (header) => cookieNamed(cookieName, header),
    async find(cookie) {
      const found = await asked(() => api.getSession({ headers: new Headers({ cookie }) }));
      if (!found) return undefined;
      const { id, userId, expiresAt } = found.session;
      return { id, userId, expiresAt: expiresAt.toISOString() };
    },
    async signIn(body, from) {
      const { headers, response } = await asked(
        () => api.signInEmail({ body, headers: libraryHeaders(from), returnHeaders: true }),
        'wrong_credentials',
      );
      const { user, token: sessionToken } = response;
      return { userId: user.id, sessionToken, cookies: headers.getSetCookie() };
    },
    async signOut(from) {
      const { headers } = await asked(() =>
        api.signOut({ headers: libraryHeaders(from), returnHeaders: true }));
      return headers.getSetCookie();
    },
    async changePassword(fields, from) {
      const { headers } = await asked(() => api.changePassword({
        body: { ...fields, revokeOtherSessions: true },
        headers: libraryHeaders(from),
        returnHeaders: true,
      }), 'wrong_password');
      return headers.getSetCookie();
    },
    ...openProviderSignIn(library, baseUrl),
    close,
  };
}

function cookieNamed(name: string, header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return header.split(';').map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`));
}
