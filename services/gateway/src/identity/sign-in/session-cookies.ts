/**
 * Names and forms of the session cookies. The name carries the port, because browsers send a cookie to
 * every port of its host: two installations on one host would sign each other out otherwise.
 */

export interface SessionCookies {
  /** Before the names of all cookies of the sign-in library. */
  readonly prefix: string;
  readonly secure: boolean;
  /** Of sessions that the sign-in library made. */
  readonly libraryName: string;
  /** Of sessions that are bound to a page or to a board token. */
  readonly boundName: string;
}

export function sessionCookiesOf(baseUrl: string): SessionCookies {
  const { protocol, port } = new URL(baseUrl);
  const secure = protocol === 'https:';
  // `__Host-` binds the cookie to this host; browsers accept it over https only. Port 0 is any free one.
  const prefix = `${secure ? '__Host-' : ''}muster${port === '' || port === '0' ? '' : `-${port}`}`;
  const [libraryName, boundName] = [`${prefix}.session_token`, `${prefix}.session`];
  return { prefix, secure, libraryName, boundName };
}

export const setCookie = (
  { secure }: SessionCookies,
  pair: string,
  { maxAgeSeconds }: { maxAgeSeconds: number },
): string =>
  `${pair}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The cookie of that name in a `Cookie` header, as `name=value`; undefined if it is empty. */
export const cookieNamed = (name: string, header: string | undefined): string | undefined =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);

export const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);
