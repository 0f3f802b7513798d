/** What calls that sign in and out read from their request, and how they answer. */
import { Refusal } from '@muster/contracts';
import type { ClientRequest } from '../../upstream/composed-call.ts';
import type { Outcome } from '../../upstream/outcome.ts';
import type { RequestOrigin } from './auth-library-headers.ts';

export const originOf = ({ headers, address }: ClientRequest): RequestOrigin => ({
  cookie: headers.cookie,
  address,
  userAgent: headers['user-agent'],
});

export const withCookies = (body: object, cookies: readonly string[]): Outcome => ({
  body: JSON.stringify(body),
  headers: { 'set-cookie': [...cookies] },
});

/** A bearer token has no session to end. */
export function requireSession({ credential }: ClientRequest): void {
  if (credential?.kind !== 'session') throw new Refusal('session_required');
}

/** Neither a board token nor a session that comes from one proves who the person is. */
export function requirePassword(client: ClientRequest): void {
  requireSession(client);
  if (client.credential?.boardTokenId !== undefined) throw new Refusal('session_required');
}
