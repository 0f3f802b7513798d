/** Sessions of board users, read from cookies and sent as cookies. */
import { withAuthErrors } from './auth-library-errors.ts';
import { libraryHeaders, type RequestOrigin } from './auth-library-headers.ts';
import { openProviderSignIn, type ProviderSignIn } from './provider-sign-in.ts';
import type { AuthLibrary } from './auth-library.ts';

export interface FoundSession {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}

export interface SignInResult {
  readonly userId: string;
  /** As it is stored; the cookie carries it with a signature. */
  readonly sessionToken: string;
  readonly cookies: readonly string[];
}

export interface BoardSessions extends ProviderSignIn {
  /** The session cookie in a `Cookie` header, as `name=value`. */
  cookieIn(header: string | undefined): string | undefined;
  find(cookie: string): Promise<FoundSession | undefined>;
  signIn(fields: { email: string; password: string }, from: RequestOrigin): Promise<SignInResult>;
  signOut(from: RequestOrigin): Promise<readonly string[]>;
  changePassword(
    fields: { currentPassword: string; newPassword: string },
    from: RequestOrigin,
  ): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function openBoardSessions(library: AuthLibrary, baseUrl: string): BoardSessions {
  const { cookieName, close } = library;
  const api = async () => (await library.auth()).api;
  return {
    cookieIn: (header) => cookieNamed(cookieName, header),
    async find(cookie) {
      const { getSession } = await api();
      const found = await withAuthErrors(() => getSession({ headers: new Headers({ cookie }) }));
      if (!found) return undefined;
      const { id, userId, expiresAt } = found.session;
      return { id, userId, expiresAt: expiresAt.toISOString() };
    },
    async signIn(body, from) {
      const { signInEmail } = await api();
      const { headers, response } = await withAuthErrors(
        () => signInEmail({ body, headers: libraryHeaders(from), returnHeaders: true }),
        'wrong_credentials',
      );
      const { user, token: sessionToken } = response;
      return { userId: user.id, sessionToken, cookies: headers.getSetCookie() };
    },
    async signOut(from) {
      const { signOut } = await api();
      const { headers } = await withAuthErrors(() =>
        signOut({ headers: libraryHeaders(from), returnHeaders: true }),
      );
      return headers.getSetCookie();
    },
    async changePassword(fields, from) {
      const { changePassword } = await api();
      const { headers } = await withAuthErrors(
        () =>
          changePassword({
            body: { ...fields, revokeOtherSessions: true },
            headers: libraryHeaders(from),
            returnHeaders: true,
          }),
        'wrong_password',
      );
      return headers.getSetCookie();
    },
    ...openProviderSignIn(library, baseUrl),
    close,
  };
}

function cookieNamed(name: string, header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return header
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`));
}
