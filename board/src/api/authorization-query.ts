/**
 * The query of an authorization request as the program has sent it. The router writes addresses anew in a form of
 * its own, so the query is read when the page loads, and kept in this tab while its reader signs in elsewhere.
 */
const KEY = 'muster.authorization-request';

let arrived = '';

/** Before the router has looked at the address. */
export function keepAuthorizationQuery(): void {
  arrived = location.pathname.startsWith('/oauth/') ? location.search.slice(1) : '';
  if (arrived !== '') sessionStorage.setItem(KEY, arrived);
}

export const authorizationQuery = (): string => arrived || (sessionStorage.getItem(KEY) ?? '');

export const forgetAuthorization = (): void => sessionStorage.removeItem(KEY);
