/**
 * From a credential to the caller. Whatever is wrong with a credential, the answer is the same, so
 * that nothing tells which part of it was right.
 */
import { createHash } from 'node:crypto';
import { Refusal, type AgentStatus } from '@muster/contracts';
import {
  derivedOf, deriveKey, verifyRunToken, type Db, type Secrets,
} from '@muster/service-kit';
import { membershipOf } from '../domain/membership.ts';
import {
  findBoardTokenByLookup, findEnvironmentToken, findKeyHolder, findRunHolder,
} from '../store/callers.ts';
import { listMemberships } from '../store/members.ts';
import { findUser } from '../store/users.ts';
import { parseAgentKey } from './agent-key.ts';
import type { BoardSessions } from './board-sessions.ts';
import type { Caller, Credential } from './caller.ts';
import { parseToken, sameHash } from './token.ts';

/**
 * A header arrives as bytes, one character each; a token of any alphabet is compared by its bytes.
 */
export const boardTokenHash = (token: string, encoding: 'latin1' | 'utf8'): Buffer =>
  createHash('sha256').update(Buffer.from(token, encoding)).digest();

const comesIn = (status: AgentStatus): boolean =>
  status !== 'pending_approval' && status !== 'terminated';

/** What was shown: a bearer token, or the cookie of a session. */
export type Shown = { readonly bearer: string } | { readonly cookie: string };

export interface CallerFinder {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly sessions: BoardSessions;
}

export function callerFinder({ db, secrets, sessions }: CallerFinder) {
  const runKeys = derivedOf(secrets, (secret) => deriveKey(secret, 'run-token'));
  return async (shown: Shown): Promise<Caller> => {
    const caller = 'cookie' in shown
      ? await bySession(db, sessions, shown.cookie)
      : (await byAgentKey(db, shown.bearer)) ??
        (await byRunToken(db, runKeys, shown.bearer)) ??
        (await byBoardToken(db, shown.bearer));
    if (!caller) throw new Refusal('unauthenticated');
    return caller;
  };
}

async function byAgentKey(db: Db, token: string): Promise<Caller | undefined> {
  const parts = parseAgentKey(token);
  const holder = parts && (await findKeyHolder(db, parts.lookup));
  if (!parts || !holder || !sameHash(parts.secretHash, holder.secretHash)) return undefined;
  if (!comesIn(holder.status)) return undefined;
  const { agentId: id, name, companyId, keyId, expiresAt } = holder;
  return {
    actor: { type: 'agent', id, name, companyId },
    credential: { kind: 'agent_key', id: keyId, expiresAt },
  };
}

/**
 * A run that is not known yet is believed: the token was signed for it, its event is on the way.
 */
async function byRunToken(
  db: Db,
  keys: readonly Buffer[],
  token: string,
): Promise<Caller | undefined> {
  const [run] = keys.flatMap((key) => verifyRunToken(key, token) ?? []);
  const holder = run && (await findRunHolder(db, run));
  if (!run || !holder || !comesIn(holder.status)) return undefined;
  if (holder.ended === true || (holder.epoch ?? 0) > run.epoch) throw new Refusal('run_superseded');
  const { agentId: id, companyId, runId } = run;
  const expiresAt = new Date(run.exp * 1_000).toISOString();
  return {
    actor: { type: 'agent', id, companyId, name: holder.name, runId },
    credential: { kind: 'run_token', expiresAt },
  };
}

async function byBoardToken(db: Db, token: string): Promise<Caller | undefined> {
  const parts = parseToken('board', token);
  const own = parts && (await findBoardTokenByLookup(db, parts.lookup));
  if (parts && own && sameHash(parts.secretHash, own.tokenHash)) {
    const { tokenId: id, expiresAt } = own;
    return asUser(db, own.userId, { kind: 'board_token', id, expiresAt });
  }
  const given = await findEnvironmentToken(db, boardTokenHash(token, 'latin1'));
  return given && asUser(db, given.userId, { kind: 'board_token', expiresAt: null });
}

async function bySession(
  db: Db,
  sessions: BoardSessions,
  cookie: string,
): Promise<Caller | undefined> {
  const session = await sessions.find(cookie);
  if (!session) return undefined;
  const { id, userId, expiresAt } = session;
  return asUser(db, userId, { kind: 'session', id, expiresAt });
}

/** A user with what it belongs to at this moment. */
async function asUser(
  db: Db,
  userId: string,
  credential: Credential,
): Promise<Caller | undefined> {
  const [user, memberships] = await Promise.all([
    findUser(db, userId), listMemberships(db, userId),
  ]);
  if (!user || user.disabledAt !== null) return undefined;
  const companies = user.instanceAdmin ? 'all' as const : memberships.map(membershipOf);
  return { actor: { type: 'user', id: userId, name: user.name, companies }, credential };
}
