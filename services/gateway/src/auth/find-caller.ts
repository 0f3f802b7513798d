/**
 * From a bearer token to the caller. Whatever is wrong with a credential, the answer is the same,
 * so that nothing tells which part of it was right.
 */
import { createHash } from 'node:crypto';
import { Refusal, type AgentStatus } from '@muster/contracts';
import { deriveKey, verifyRunToken, type Db } from '@muster/service-kit';
import { findBoardHolder, findKeyHolder, findRunHolder } from '../store/callers.ts';
import { parseAgentKey, sameHash } from './agent-key.ts';
import type { Caller } from './caller.ts';

/**
 * A header arrives as bytes, one character each; a token of any alphabet is compared by its bytes.
 */
export const boardTokenHash = (token: string, encoding: 'latin1' | 'utf8'): Buffer =>
  createHash('sha256').update(Buffer.from(token, encoding)).digest();

const comesIn = (status: AgentStatus): boolean =>
  status !== 'pending_approval' && status !== 'terminated';

export function callerFinder(db: Db, secret: string): (token: string) => Promise<Caller> {
  const runKey = deriveKey(secret, 'run-token');
  return async (token) => {
    const caller =
      (await byAgentKey(db, token)) ??
      (await byRunToken(db, runKey, token)) ??
      (await byBoardToken(db, token));
    if (!caller) throw new Refusal('unauthenticated');
    return caller;
  };
}

async function byAgentKey(db: Db, token: string): Promise<Caller | undefined> {
  const parts = parseAgentKey(token);
  const holder = parts && (await findKeyHolder(db, parts.lookup));
  if (!parts || !holder || !sameHash(parts.secretHash, holder.secretHash)) return undefined;
  if (holder.revokedAt !== null || !comesIn(holder.status)) return undefined;
  const { agentId: id, name, companyId, keyId } = holder;
  return { actor: { type: 'agent', id, name, companyId }, keyId };
}

/**
 * A run that is not known yet is believed: the token was signed for it, its event is on the way.
 */
async function byRunToken(db: Db, key: Buffer, token: string): Promise<Caller | undefined> {
  const run = verifyRunToken(key, token);
  const holder = run && (await findRunHolder(db, run));
  if (!run || !holder || !comesIn(holder.status)) return undefined;
  if (holder.ended === true || (holder.epoch ?? 0) > run.epoch) throw new Refusal('run_superseded');
  const { agentId: id, companyId, runId } = run;
  return { actor: { type: 'agent', id, name: holder.name, companyId, runId } };
}

async function byBoardToken(db: Db, token: string): Promise<Caller | undefined> {
  const holder = await findBoardHolder(db, boardTokenHash(token, 'latin1'));
  if (!holder) return undefined;
  const { userId: id, name, instanceAdmin } = holder;
  return { actor: { type: 'user', id, name, companies: instanceAdmin ? 'all' : [] } };
}
