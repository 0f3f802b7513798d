/**
 * Looks up the caller of a credential. Every invalid credential is refused in the same way, so that
 * the answer does not reveal which part of it was right.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import type { Caller, Credential } from '../../upstream/credential.ts';
import { companiesWithin } from '../../upstream/domain/token-limits.ts';
import { membershipOf } from '../domain/membership.ts';
import { findBoardTokenByLookup, findEnvironmentToken, findKeyHolder } from '../store/callers.ts';
import { listMemberships } from '../store/members.ts';
import { findUser } from '../store/users.ts';
import type { BoardSessions } from '../sign-in/board-sessions.ts';
import type { PresentedCookie } from '../sign-in/bound-sessions.ts';
import { canAuthenticate, pauseOf, type FindByRunToken } from './find-by-run-token.ts';
import { parseToken, sameHash } from './token.ts';

/**
 * Hashes a token by its bytes: a header arrives as one character per byte (latin1), the environment
 * variable as UTF-8.
 */
export const boardTokenHash = (token: string, encoding: 'latin1' | 'utf8'): Buffer =>
  createHash('sha256').update(Buffer.from(token, encoding)).digest();

export const notValid = (): Refusal =>
  new Refusal('unauthenticated', { reason: 'credential_not_valid' });

/** A bearer token, or the cookie of a session with the secret of its page, if it has one. */
export type PresentedCredential = { readonly bearer: string } | PresentedCookie;

/** A cookie with another page secret is another guess. */
export const textOf = (presented: PresentedCredential): string => {
  if ('bearer' in presented) return presented.bearer;
  const { cookie, pageSecret } = presented;
  return pageSecret === undefined ? cookie : `${cookie} ${pageSecret}`;
};

export interface CallerLookupOptions {
  readonly db: Db;
  readonly byRunToken: FindByRunToken;
  readonly sessions: BoardSessions;
}

export function openCallerLookup({ db, byRunToken, sessions }: CallerLookupOptions) {
  return async (presented: PresentedCredential): Promise<Caller> => {
    const caller =
      'cookie' in presented
        ? await bySession(db, sessions, presented)
        : ((await byAgentKey(db, presented.bearer)) ??
          (await byRunToken(presented.bearer)) ??
          (await byBoardToken(db, presented.bearer)));
    if (!caller) throw notValid();
    return caller;
  };
}

async function byAgentKey(db: Db, token: string): Promise<Caller | undefined> {
  const parts = parseToken('agent', token);
  const holder = parts && (await findKeyHolder(db, parts.lookup));
  if (!parts || !holder || !sameHash(parts.secretHash, holder.secretHash)) return undefined;
  if (!canAuthenticate(holder.status)) return undefined;
  const { agentId: id, name, companyId, keyId, expiresAt } = holder;
  return {
    actor: { type: 'agent', id, name, companyId, keyId, ...pauseOf(holder) },
    credential: { kind: 'agent_key', id: keyId, expiresAt },
  };
}

async function byBoardToken(db: Db, token: string): Promise<Caller | undefined> {
  const parts =
    parseToken('board', token) ?? parseToken('limited', token) ?? parseToken('oauth', token);
  const stored = parts && (await findBoardTokenByLookup(db, parts.lookup));
  if (parts && stored && sameHash(parts.secretHash, stored.tokenHash)) {
    const { tokenId: id, expiresAt, resource, companies, readOnly, mayDecide } = stored;
    const limits = { companies, readOnly, mayDecide };
    const found = { kind: 'board_token', id, boardTokenId: id, expiresAt, limits } as const;
    const credential = resource === null ? found : { ...found, resource };
    return findActiveUser(db, stored.userId, credential);
  }
  const environment = await findEnvironmentToken(db, boardTokenHash(token, 'latin1'));
  if (!environment) return undefined;
  const { userId, tokenId: boardTokenId } = environment;
  return findActiveUser(db, userId, { kind: 'board_token', boardTokenId, expiresAt: null });
}

async function bySession(
  db: Db,
  sessions: BoardSessions,
  presented: PresentedCookie,
): Promise<Caller | undefined> {
  const session = await sessions.find(presented);
  if (!session) return undefined;
  const { userId, ...found } = session;
  return findActiveUser(db, userId, { kind: 'session', ...found });
}

/** The user with its present memberships, as far as the credential goes; undefined if disabled. */
async function findActiveUser(
  db: Db,
  userId: string,
  credential: Credential,
): Promise<Caller | undefined> {
  const [user, memberships] = await Promise.all([
    findUser(db, userId),
    listMemberships(db, userId),
  ]);
  if (!user || user.disabledAt !== null) return undefined;
  const own = user.instanceAdmin ? ('all' as const) : memberships.map(membershipOf);
  const companies = credential.limits ? companiesWithin(own, credential.limits) : own;
  return { actor: { type: 'user', id: userId, name: user.name, companies }, credential };
}
