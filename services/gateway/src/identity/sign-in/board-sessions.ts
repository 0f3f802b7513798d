/**
 * Sessions of board users, read from cookies and sent as cookies. The sign-in library makes them; one that
 * is bound to a page or a board token has a cookie of its own, which the library never sees: it is asked
 * with a cookie that is made for the moment.
 */
import type { Session } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { findSession, findSessionOf, takeSession } from '../store/sessions.ts';
import { withAuthErrors } from './auth-library-errors.ts';
import { libraryHeaders, type RequestOrigin } from './auth-library-headers.ts';
import type { AuthLibrary } from './auth-library.ts';
import {
  storedToken,
  type BoundSessions,
  type FoundSession,
  type OpenedSession,
  type PresentedCookie,
  type SessionGrant,
} from './bound-sessions.ts';
import { openProviderSignIn, type ProviderSignIn, type TakenSession } from './provider-sign-in.ts';
import { cookieNamed, valueOf, type SessionCookies } from './session-cookies.ts';

export interface SignInResult {
  readonly userId: string;
  readonly session: Session | undefined;
  readonly cookies: readonly string[];
}

export interface BoardSessions extends ProviderSignIn {
  /** The session cookie in a `Cookie` header, as `name=value`. */
  cookieIn(header: string | undefined): string | undefined;
  find(presented: PresentedCookie): Promise<FoundSession | undefined>;
  /** Opens a session without the library; one of a page, of a board token, or of both. */
  open(grant: SessionGrant, from: RequestOrigin): Promise<OpenedSession>;
  signIn(
    fields: { email: string; password: string; pageSecret: string | undefined },
    from: RequestOrigin,
  ): Promise<SignInResult>;
  /** Ends every session whose cookie the browser has. */
  signOut(from: RequestOrigin): Promise<readonly string[]>;
  /** The session of a page stays one, under a new cookie. */
  changePassword(
    fields: { currentPassword: string; newPassword: string; pageSecret: string | undefined },
    from: RequestOrigin,
  ): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface BoardSessionsOptions {
  readonly db: Db;
  readonly library: AuthLibrary;
  readonly bound: BoundSessions;
  readonly cookies: SessionCookies;
  readonly baseUrl: string;
}

export function openBoardSessions(options: BoardSessionsOptions): BoardSessions {
  const { db, library, bound, cookies, baseUrl } = options;
  const boundIn = (header: string | undefined) => cookieNamed(cookies.boundName, header);
  /** The request as the library may see it: with its own form of a bound session's cookie. */
  const forLibrary = (from: RequestOrigin): RequestOrigin => {
    const cookie = boundIn(from.cookie);
    return cookie === undefined
      ? from
      : { ...from, cookie: `${library.cookieOf(storedToken(cookie))}; ${from.cookie}` };
  };
  return {
    cookieIn: (header) => boundIn(header) ?? cookieNamed(cookies.libraryName, header),
    async find(presented) {
      if (presented.cookie.startsWith(`${cookies.boundName}=`)) return bound.find(presented);
      return findByLibrary(library, presented.cookie);
    },
    open: bound.open,
    signIn: (fields, from) => signInWithPassword(options, fields, from),
    signOut: (from) => signOut(options, from),
    changePassword: (fields, from) => changePassword(options, fields, forLibrary(from)),
    ...openProviderSignIn({
      library,
      baseUrl,
      forLibrary,
      sessionIn: (setCookies) => findSessionOf(db, tokenIn(cookies, setCookies)),
      takeSessionIn: (setCookies) => takeSessionIn(db, cookies, setCookies),
    }),
    close: library.close,
  };
}

async function signInWithPassword(
  { db, library, bound, cookies }: BoardSessionsOptions,
  { pageSecret, ...body }: Parameters<BoardSessions['signIn']>[0],
  from: RequestOrigin,
): Promise<SignInResult> {
  const { signInEmail } = (await library.auth()).api;
  const { headers, response } = await withAuthErrors(
    () => signInEmail({ body, headers: libraryHeaders(from), returnHeaders: true }),
    'wrong_credentials',
  );
  const { user, token } = response;
  if (pageSecret !== undefined) {
    return { userId: user.id, ...(await bound.bind(token, pageSecret)) };
  }
  // The cookie of a bound session would count before this one.
  const former = cookieNamed(cookies.boundName, from.cookie) === undefined ? [] : bound.expired;
  const session = await findSession(db, token);
  return { userId: user.id, session, cookies: [...headers.getSetCookie(), ...former] };
}

/** A browser that has both cookies would otherwise go on with the older session of the library. */
async function signOut(
  { library, bound, cookies }: BoardSessionsOptions,
  from: RequestOrigin,
): Promise<readonly string[]> {
  const cookie = cookieNamed(cookies.boundName, from.cookie);
  const expired = cookie === undefined ? [] : await bound.end(cookie);
  if (cookieNamed(cookies.libraryName, from.cookie) === undefined) return expired;
  const { api } = await library.auth();
  const { headers } = await withAuthErrors(() =>
    api.signOut({ headers: libraryHeaders(from), returnHeaders: true }),
  );
  return [...expired, ...headers.getSetCookie()];
}

/** `from` has the cookie in the form of the library. */
async function changePassword(
  { library, bound, cookies }: BoardSessionsOptions,
  { pageSecret, ...fields }: Parameters<BoardSessions['changePassword']>[0],
  from: RequestOrigin,
): Promise<readonly string[]> {
  const { api } = await library.auth();
  const { headers, response } = await withAuthErrors(
    () =>
      api.changePassword({
        body: { ...fields, revokeOtherSessions: true },
        headers: libraryHeaders(from),
        returnHeaders: true,
      }),
    'wrong_password',
  );
  const { token } = response;
  const isBound = cookieNamed(cookies.boundName, from.cookie) !== undefined;
  if (!isBound || pageSecret === undefined || !token) return headers.getSetCookie();
  return (await bound.bind(token, pageSecret)).cookies;
}

async function findByLibrary(
  library: AuthLibrary,
  cookie: string,
): Promise<FoundSession | undefined> {
  const { getSession } = (await library.auth()).api;
  const found = await withAuthErrors(() => getSession({ headers: new Headers({ cookie }) }));
  if (!found) return undefined;
  const { id, userId, expiresAt } = found.session;
  return { id, userId, expiresAt: expiresAt.toISOString() };
}

/** Ends the session whose cookie the library is about to set. */
async function takeSessionIn(
  db: Db,
  cookies: SessionCookies,
  setCookies: readonly string[],
): Promise<TakenSession | undefined> {
  const taken = await takeSession(db, tokenIn(cookies, setCookies));
  const isOther = (one: string): boolean => !one.startsWith(`${cookies.libraryName}=`);
  return taken && { userId: taken.userId, otherCookies: setCookies.filter(isOther) };
}

function tokenIn({ libraryName }: SessionCookies, setCookies: readonly string[]): string {
  const [cookie = ''] = setCookies.flatMap((one) => cookieNamed(libraryName, one) ?? []);
  const signed = decodeURIComponent(valueOf(cookie));
  return signed.slice(0, signed.lastIndexOf('.'));
}
